import MatchmarkHarness
import Testing

@Suite("Keys that arrive early")
struct KeyQueueTests {
  @Test("A key pressed after the last answer does not wait")
  func idle() {
    var queue = KeyQueue()
    #expect(queue.press(after: 200) == 200)
    #expect(queue.answer(in: 50) == 50)
    #expect(queue.press(after: 200) == 150)
    #expect(queue.answer(in: 50) == 50)
  }

  @Test("A key pressed before the last answer waits, as do later ones until answers catch up")
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

  @Test("A key that is not answered delays no other")
  func unanswered() {
    var queue = KeyQueue()
    _ = queue.press(after: 100)
    _ = queue.answer(in: 150)
    _ = queue.press(after: 100)
    #expect(queue.answer(in: 0) == 50)
  }
}
