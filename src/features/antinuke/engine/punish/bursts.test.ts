import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createTurn, inBursts } from './bursts.ts'

test('what is asked for in the meantime is done once more, together and after a rest', async () => {
  const turn = createTurn()
  const done: string[] = []
  const ask = () => inBursts(turn, work, rest)
  const rest = async () => void done.push('rest')
  const more = [ask, ask]
  const meanwhile: unknown[] = []
  const work = async () => {
    done.push('work')
    // Two more come while it is done for the first time.
    for (const again of more.splice(0)) meanwhile.push(again())
    return true
  }
  await ask()
  expect(done).toEqual(['work', 'rest', 'work'])
  expect(meanwhile).toEqual([undefined, undefined])
})

test('somebody who asks too early delays nobody: the work is done at once when there is something to do', async () => {
  const turn = createTurn()
  const done: string[] = []
  let isThere = false
  const ask = () => inBursts(turn, work, rest)
  const rest = async () => void done.push('rest')
  const work = async () => {
    done.push(isThere ? 'work' : 'nothing')
    if (isThere) return true
    // The answer to the ban comes right after an entry that was late.
    isThere = true
    void ask()
    return false
  }
  await ask()
  expect(done).toEqual(['nothing', 'work'])
})

test('after a failure it can be asked for again', async () => {
  const turn = createTurn()
  const fails = () => Promise.reject(new Error('no'))
  await expect(inBursts(turn, fails, async () => {})).rejects.toThrow('no')
  expect(turn.running).toBe(false)
})

test('the rest after waiting for Discord is as long as the work was, not as long as the wait', async () => {
  const turn = createTurn()
  const rested: number[] = []
  const waitedMs = 200
  const work = async () => {
    if (rested.length === 0) turn.again = true
    const begun = performance.now()
    while (performance.now() - begun < waitedMs) await new Promise(resolve => setTimeout(resolve, waitedMs))
    return true
  }
  const before = performance.eventLoopUtilization()
  const idle = await inBursts(turn, work, async busyMs => void rested.push(busyMs))
  const { active } = performance.eventLoopUtilization(before)
  expect(idle).toBeUndefined()
  expect(rested).toHaveLength(1)
  // Other work of this process in the meantime counts, too: the rest is never longer than all of its work.
  expect(rested[0]).toBeLessThanOrEqual(active)
})
