import { describe, expect, test } from 'vitest'
import { stageRequestQueue } from '#test/request-queue.ts'

describe('while a server is put back', () => {
  const repair = ({ ask }: Pick<ReturnType<typeof stageRequestQueue>, 'ask'>, count = 2000) => {
    for (let at = 0; at < count; at++) ask('repair', `attacked ${at}`, 'repair', 'attacked')
  }

  test('others are answered and moderated as fast as before, and nothing is reserved if nobody asks', () => {
    const { left, ask, goTo, requestQueue } = stageRequestQueue()
    for (const at of [1, 2, 3]) ask('answers', `before ${at}`, 'before', 'quiet')
    goTo(5000)
    repair({ ask })
    for (let ms = 5300; ms <= 20_000; ms += 300) {
      goTo(ms)
      const lane = ms % 600 === 0 ? 'answers' : 'moderation'
      ask(lane, `quiet ${ms}`, lane, 'quiet')
      expect(left.at(-1)).toBe(lane)
    }
    // 49 in a second, less those that were reserved but not used.
    expect(left.filter(name => name === 'repair').length).toBeGreaterThan(14 * 40)
    const by = left.length
    goTo(90_000)
    expect(requestQueue.waiting('repair')).toBe(0)
    expect(left.length).toBeGreaterThan(by)
  })

  test('requests leave in the order in which they were added, whatever their bucket', () => {
    const { left, ask, goTo } = stageRequestQueue()
    repair({ ask }, 49)
    goTo(500)
    const wanted = ['channel', 'channel', 'webhook 1', 'webhook 2', 'channel', 'webhook 3']
    for (const name of wanted) ask('repair', name, name, 'attacked', { anyOrder: true })
    left.length = 0
    goTo(3000)
    expect(left).toEqual(wanted)
  })

  test('a repeated request goes before the first one added', () => {
    const { left, ask, goTo } = stageRequestQueue()
    repair({ ask }, 49)
    goTo(500)
    for (const name of ['channel', 'webhook']) ask('repair', name, name, 'attacked')
    for (const name of ['again 1', 'again 2']) ask('repair', name, name, 'attacked', { isRepeated: true })
    left.length = 0
    goTo(3000)
    expect(left).toEqual(['again 1', 'again 2', 'channel', 'webhook'])
  })

  test('if nothing else is sent, repairing gets its whole share', () => {
    const { left, ask, goTo } = stageRequestQueue()
    for (let at = 0; at < 9; at++) ask('answers', `own ${at}`, 'own', 'attacked')
    goTo(3000)
    left.length = 0
    repair({ ask })
    expect(left).toHaveLength(49)
    // The members of the repaired server wait until it is repaired.
    ask('answers', 'own', 'own', 'attacked')
    goTo(9000)
    expect(left).not.toContain('own')
    expect(left).toHaveLength(6 * 49)
  })

  test('attackers who come together are stopped together, again and again', () => {
    const { left, ask, goTo } = stageRequestQueue()
    const attack = (ms: number) => {
      goTo(ms)
      for (let at = 0; at < 4; at++) ask('punish', `attacker ${ms} ${at}`)
    }
    attack(0)
    repair({ ask })
    for (let ms = 2500; ms <= 20_000; ms += 2500) {
      attack(ms)
      expect(left.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'punish'))
    }
    expect(left.filter(name => name === 'repair').length).toBeGreaterThan(18 * 40)
  })

  test('punishing uses its own reserve, not the share of repairing', () => {
    const { left, ask, goTo } = stageRequestQueue()
    ask('punish', 'attacker')
    repair({ ask })
    // Reserved are twice as many requests as were used for punishing in a second: two, of which one is used.
    expect(left).toHaveLength(49)
    goTo(1100)
    expect(left).toHaveLength(49 + 48)
  })

  test('a busy server gets no more than half of the reserve for others', () => {
    const { left, ask, goTo } = stageRequestQueue()
    for (let at = 0; at < 40; at++) ask('answers', `loud ${at}`, 'loud', 'loud')
    goTo(2000)
    ask('answers', 'quiet', 'quiet', 'quiet')
    goTo(4000)
    repair({ ask })
    for (let at = 0; at < 300; at++) ask('answers', `loud ${at}`, 'loud', 'loud')
    for (let ms = 4250; ms <= 12_000; ms += 250) {
      goTo(ms)
      ask('answers', `quiet ${ms}`, 'quiet', 'quiet')
      expect(left.at(-1)).toBe('quiet')
    }
    expect(left.filter(name => name === 'repair').length).toBeGreaterThan(7 * 38)
  })
})
