/// Keeps the optimiser from deleting or hoisting what is measured.
///
/// The optimiser may compute a repeated call with the same input once, and skip a result that is
/// never read; even an empty function marked never-inline is deleted. What passes through an
/// unoptimised function must exist before the call and may be anything after it.
package enum Barrier {
  /// The optimiser must assume that `value` is read and changed here.
  @inline(never) @_optimize(none)
  package static func pass<Value>(_ value: inout Value) {}

  /// The optimiser must assume that `value` is read here.
  @inline(never) @_optimize(none)
  package static func consume<Value>(_ value: Value) {}
}
