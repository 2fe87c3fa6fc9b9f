/// Makes the names of one suite's cases unique within their class.
///
/// Consumers know a case by suite, class and name: of three equal ones they show one. The second
/// becomes `name #2`, and so on, in the order of the file.
///
/// - Complexity: O(n) expected time and memory for n names.
struct JUnitNames {
  private struct Key: Hashable {
    var classname: String
    var name: String
  }

  /// For each name taken, the number to try next for another like it.
  private var numbers: [Key: Int] = [:]

  /// The name to write for the next case of a class.
  mutating func unique(_ name: String, in classname: String = "") -> String {
    let key = Key(classname: classname, name: name)
    guard var number = numbers[key] else {
      numbers[key] = 2
      return name
    }
    var candidate = key
    repeat {
      candidate.name = "\(name) #\(number)"
      number += 1
    } while numbers[candidate] != nil
    numbers[candidate] = 2
    numbers[key] = number
    return candidate.name
  }
}
