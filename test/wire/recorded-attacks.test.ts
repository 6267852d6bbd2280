// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import { isKnown } from '#features/antinuke/journal/record.ts'
import { play } from '#sandbox/recording/play.ts'
import type { Recording } from '#sandbox/recording/recording.ts'
import { factsOf, kindOf, missing } from '#test/bench/antinuke/facts.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

/**
 * Attacks that once went wrong, as recorded by NukeBench. What others did is replayed in the same order and with the
 * same delays. The bot's own actions are not part of the recording, since it should do better.
 */
const folder = new URL('../recordings/', import.meta.url)

let app: Harness
afterEach(() => app.close())

test.each(readdirSync(folder))('%s: the attackers are removed, and everything else is as before', async name => {
  // A recording made by the sandbox.
  const recording = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording
  app = await createHarness({ sandbox: { replay: recording } })
  const { services } = app.product
  const { world } = app.sandbox.context
  const attackers = recording.acts.flatMap(({ userId }) => userId ?? [])
  services.settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  await until('everybody to be known', () => {
    const { people } = rosterOf(services, app.guildId)
    return isKnown(services, app.guildId, 'member') && attackers.every(id => people.has(id))
  })
  const apart = new Set([...attackers, app.botId])
  const before = factsOf(world, app.guildId, apart)
  await play(app.sandbox)
  const state = world.guilds.get(app.guildId)
  await until('the attackers to be out', () => attackers.every(id => !state?.members.has(id)))
  const isOut = (fact: string) => kindOf(fact) === 'holder' && !state?.members.has(fact.split('|')[1] ?? '')
  const gone = () => [...missing(before, factsOf(world, app.guildId, apart)).keys()].filter(fact => !isOut(fact))
  await until('everything to be as before', () => gone().length === 0)
  expect(gone()).toEqual([])
})
