/// Keeps the optimiser from deleting or hoisting what is measured.
///
/// A repeated call with the same input can be computed once, and a result that is never read not at
/// all; an empty function marked never-inline is itself deleted. What passes through an
/// unoptimised function has to be there before the call and may be anything after it.
package enum Barrier {
  /// The optimiser must assume that `value` is read and changed here.
  @inline(never) @_optimize(none)
  package static func pass<Value>(_ value: inout Value) {}

  /// The optimiser must assume that `value` is read here.
  @inline(never) @_optimize(none)
  package static func consume<Value>(_ value: Value) {}
}
