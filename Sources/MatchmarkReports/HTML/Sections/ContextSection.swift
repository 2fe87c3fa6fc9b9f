import MatchmarkMeasurement

/// Where the figures come from, so that they can be believed or made again.
struct ContextSection {
  private let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  func markup() -> Markup {
    tag("section", .id("context"), .init("aria-labelledby", "context-title")) {
      tag("h2", .id("context-title")) { "Context" }
      tag("section", .kind("block")) {
        tag("h3") { "The run" }
        tag("dl", .kind("facts")) {
          for fact in ContextTable.facts(record) {
            tag("div") {
              tag("dt") { fact.name }
              tag("dd") { tag("bdi") { fact.value } }
            }
          }
        }
      }
      tag("section", .kind("block")) {
        tag("h3") { "What was searched" }
        tag("p", .kind("lead")) {
          "An identity is the CRC-32 and the length of the canonical bytes: equal identities are "
          "equal rows, or equal typing sessions."
        }
        HTMLTable(ContextTable.identities(record)).details()
      }
    }
  }
}
