/// Functions that keep the optimiser from deleting or hoisting measured code.
///
/// The optimiser may compute a repeated call with the same input only once, and skip a call whose
/// result is never read; it deletes even an empty function marked never-inline. A value that passes
/// through an unoptimised function must exist before the call, and may be different after it.
package enum Barrier {
  /// Makes the optimiser assume that `value` is read and changed here.
  @inline(never) @_optimize(none)
  package static func pass<Value>(_ value: inout Value) {}

  /// Makes the optimiser assume that `value` is read here.
  @inline(never) @_optimize(none)
  package static func consume<Value>(_ value: Value) {}
}
