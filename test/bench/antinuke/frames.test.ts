import { expect, test } from 'vitest'
import { followFrames, frameOf } from './frames.ts'

test('the end of a frame is found however its bytes are split', () => {
  const texts = ['a', 'b'.repeat(200), 'c'.repeat(60_000)]
  const sent = Buffer.concat([Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n'), ...texts.map(frameOf)])
  const ends = new Set<number>()
  let end = sent.indexOf('\r\n\r\n') + 4
  ends.add(end)
  for (const text of texts) ends.add((end += frameOf(text).length))
  const whole = followFrames()
  whole.passed(sent)
  expect(whole.isBetween()).toBe(true)
  const start = sent.indexOf('\r\n\r\n') + 4
  const cut = followFrames()
  cut.passed(sent.subarray(0, start))
  const found = [start]
  for (let at = start; at < sent.length; at++) {
    cut.passed(sent.subarray(at, at + 1))
    if (cut.isBetween()) found.push(at + 1)
  }
  expect(found).toEqual([...ends])
})
