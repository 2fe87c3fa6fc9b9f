import MatchmarkRecord
import Testing

@Suite("Quantiles of type 7")
struct QuantileTests {
  @Test("The median of an odd number of values is the middle one")
  func odd() {
    #expect(Quantile.type7([1, 2, 10], 0.5) == 2)
    #expect(Quantile.type7([1, 2, 10], 0.25) == 1.5)
    #expect(Quantile.type7([1, 2, 10], 0.75) == 6)
  }

  @Test("The median of an even number of values is the mean of the middle two")
  func even() {
    #expect(Quantile.type7([1, 2, 4, 10], 0.5) == 3)
    // (4 - 1) × 0.75 = 2.25: a quarter of the way from the third value to the fourth.
    #expect(Quantile.type7([0, 0, 10, 20], 0.75) == 12.5)
  }

  @Test("Tied values count like others in a quantile")
  func ties() {
    #expect(Quantile.type7([5, 5, 5, 5], 0.99) == 5)
    #expect(Quantile.type7([1, 3, 3, 3, 9], 0.5) == 3)
    #expect(Quantile.type7([1, 3, 3, 3, 9], 0.75) == 3)
  }

  @Test(
    "Every quantile of a single value is that value, and an empty list has no quantile",
    arguments: [0, 0.5, 0.99, 1])
  func few(probability: Double) {
    #expect(Quantile.type7([7], probability) == 7)
    #expect(Quantile.type7([], probability) == nil)
  }

  @Test("Quantiles at and beyond the ends are the least and the greatest value")
  func ends() {
    for (probability, value) in [(0.0, 1.0), (1, 8), (-1, 1), (2, 8)] {
      #expect(Quantile.type7([1, 2, 8], probability) == value)
    }
  }

  /// `numpy.quantile([3.1, 0.2, 7.7, 7.7, 12.5, 1.0, 9.9, 4.4, 2.6, 5.3], p)`, numpy 2.4.6, whose
  /// default method, `linear`, is type 7.
  @Test(
    "Quantiles of type 7 agree with NumPy",
    arguments: [(0.25, 2.725), (0.5, 4.85), (0.9, 10.16), (0.99, 12.266)])
  func numpy(probability: Double, expected: Double) throws {
    let values = [3.1, 0.2, 7.7, 7.7, 12.5, 1.0, 9.9, 4.4, 2.6, 5.3].sorted()
    let quantile = try #require(Quantile.type7(values, probability))
    #expect(abs(quantile - expected) < 1e-12)
  }

  @Test("The median does not need sorted values")
  func median() {
    #expect(Quantile.median([9, 1, 5]) == 5)
    #expect(Quantile.median([9, 1, 5, 2]) == 3.5)
    #expect(Quantile.median([]) == nil)
  }
}

@Suite("The geometric mean")
struct GeometricMeanTests {
  @Test("The geometric mean of a ratio and its inverse is one")
  func inverse() throws {
    #expect(abs(try #require(geometricMean([4, 0.25])) - 1) < 1e-12)
    #expect(abs(try #require(geometricMean([2, 8])) - 4) < 1e-12)
    #expect(abs(try #require(geometricMean([3])) - 3) < 1e-12)
  }

  /// `numpy.exp(numpy.mean(numpy.log([0.5, 2, 3, 0.7])))`, numpy 2.4.6.
  @Test("The geometric mean agrees with NumPy")
  func numpy() throws {
    #expect(abs(try #require(geometricMean([0.5, 2, 3, 0.7])) - 1.203801343502716) < 1e-12)
  }

  @Test("The geometric mean is undefined without values, or if one is not positive")
  func none() {
    for values in [[], [0.0], [1, -1], [1, .nan]] { #expect(geometricMean(values) == nil) }
  }
}
