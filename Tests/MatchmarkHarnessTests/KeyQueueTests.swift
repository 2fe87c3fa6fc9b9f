import MatchmarkHarness
import Testing

@Suite("Keys that wait")
struct KeyQueueTests {
  @Test("a key that comes after the last answer waits for nothing")
  func idle() {
    var queue = KeyQueue()
    #expect(queue.press(after: 200) == 200)
    #expect(queue.answer(in: 50) == 50)
    #expect(queue.press(after: 200) == 150)
    #expect(queue.answer(in: 50) == 50)
  }

  @Test("a key that comes before waits, and so do those after it until the answers have caught up")
  func queueing() {
    var queue = KeyQueue()
    #expect(queue.press(after: 100) == 100)
    #expect(queue.answer(in: 250) == 250)
    // Pressed 100 after the first, which is answered 150 later.
    #expect(queue.press(after: 100) == 0)
    #expect(queue.answer(in: 250) == 400)
    #expect(queue.press(after: 500) == 100)
    #expect(queue.answer(in: 10) == 10)
  }

  @Test("a key that is not answered keeps none waiting longer")
  func unanswered() {
    var queue = KeyQueue()
    _ = queue.press(after: 100)
    _ = queue.answer(in: 150)
    _ = queue.press(after: 100)
    #expect(queue.answer(in: 0) == 50)
  }
}
