import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  home,
  input,
  killer,
  Killed,
  pageOf,
  planDatabase,
  processOf,
  step,
  usePlanDatabase,
} from '#test/plan-processes.ts'
import { plan } from '../feature.ts'
import { planSteps } from '../storage/table.ts'
import { runs } from '#test/sampling.ts'

usePlanDatabase()

test('whenever it is killed, steps run in order, only an interrupted one runs again, and each is counted once', async () => {
  const steps = fc.integer({ min: 0, max: 50 })
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, moments, async (count, kills) => {
      const die = killer(kills)
      const did: number[] = []
      const walk = plan({
        title: 'Probe',
        again: 'replace',
        input,
        step,
        page(_services, { input: given }, cursor) {
          die()
          return pageOf(given.count, cursor)
        },
        async run(_services, { n }) {
          die()
          did.push(n)
          await Promise.resolve()
          die()
          return { done: 1 }
        },
      })
      let current = processOf({ walk })
      const { id } = current.all.start(walk, { guildId: home, input: { count } })
      let lives = 1
      for (let going = true; going; ) {
        try {
          await current.advance(id)
          going = current.all.latest(walk, home)?.state === 'running'
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          lives++
          current = processOf({ walk })
        }
      }
      const inOrder = Array.from({ length: count }, (_, n) => n)
      expect(did.filter((n, index) => n !== did[index - 1])).toEqual(inOrder)
      expect(did.length).toBeLessThan(count + lives)
      const { state, counts } = current.all.latest(walk, home) ?? {}
      expect(state).toBe('done')
      expect(counts).toEqual(count === 0 ? { seen: 0 } : { seen: count, done: count })
      expect(planDatabase().select().from(planSteps).all()).toEqual([])
    }),
    { numRuns: runs(60) },
  )
})

test('a change of the database is made exactly once, whenever the process is killed', async () => {
  planDatabase().$client.exec('CREATE TABLE tally (n INTEGER)')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), async kills => {
      planDatabase().$client.exec('DELETE FROM tally')
      const die = killer(kills)
      const add = plan({
        title: 'Probe',
        again: 'replace',
        step,
        page: (_services, _place, cursor) => pageOf(10, cursor),
        apply(_services, { n }) {
          die()
          planDatabase().$client.prepare('INSERT INTO tally VALUES (?)').run(n)
          die()
        },
      })
      const { id } = processOf({ add }).all.start(add, { guildId: home })
      let state = 'running'
      while (state === 'running') {
        const { advance, all } = processOf({ add })
        await advance(id).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
        state = all.latest(add, home)?.state ?? ''
      }
      const rows = planDatabase().$client.prepare('SELECT n FROM tally').pluck().all()
      expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    }),
    { numRuns: runs(40) },
  )
})

test('undo reverts steps, finished or begun, from last to first, across kills too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), async kills => {
      const die = killer(kills)
      const stands = new Set<number>()
      const undone: number[] = []
      const build = plan({
        title: 'Probe',
        again: 'replace',
        step,
        page: (_services, _place, cursor) => pageOf(7, cursor),
        run(_services, { n }) {
          stands.add(n)
          // Killed after it was done and before that is noted.
          if (n === 5) throw new Killed()
        },
        undo(_services, { n }) {
          die()
          stands.delete(n)
          undone.push(n)
          die()
        },
      })
      const { all, advance } = processOf({ build })
      const { id } = all.start(build, { guildId: home })
      await expect(advance(id)).rejects.toThrow(Killed)
      expect(stands.size).toBe(6)
      expect(all.undo(build, home, id)).toBe(true)
      while (all.latest(build, home)?.state === 'undoing')
        await processOf({ build })
          .advance(id)
          .catch(() => undefined)
      expect([...stands]).toEqual([])
      expect(undone.filter((n, index) => n !== undone[index - 1])).toEqual([5, 4, 3, 2, 1, 0])
      expect(all.latest(build, home)?.state).toBe('undone')
      expect(all.undo(build, home, id)).toBe(false)
      expect(planDatabase().select().from(planSteps).all()).toEqual([])
    }),
    { numRuns: runs(30) },
  )
})
