import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf } from '../member.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

/**
 * Wherever the process is killed, nothing is done without its case, and no case is about something that was not done.
 */
const life = useKilledProduct()

test.each(['written down', 'done to one', 'done to all'])(
  'killed when it was %s, every sanction is a case exactly if it was carried out',
  async point => {
    const visitor = createVisitor(life.sandbox, await life.run())
    await visitor.signIn('owner')
    const { sandbox, home } = life
    const { context } = sandbox
    const application = applicationOf(sandbox)
    const state = context.world.guilds.get(home.guildId)
    if (!state) throw new Error('no guild')
    const as = (login: string) => memberOf({ sandbox, applicationId: application.id, guildId: home.guildId }, login)
    const general = [...state.channelIds].find(id => context.world.channels.get(id)?.channel.name === 'general') ?? ''
    const [banned, kicked, timedOut] = [as('member2').userId, as('member3').userId, as('member4').userId]
    const done = {
      ban: () => state.bans.has(banned),
      kick: () => !state.members.has(kicked),
      timeout: () => (state.members.get(timedOut)?.communication_disabled_until ?? null) !== null,
    }
    const open = () => life.query<{ kind: string }>('SELECT kind FROM moderation_pending_acts')
    context.conditions.latency = { medianMs: 50, p99Ms: 50 }
    const orders = [`.ban <@${banned}> 3d spam`, `.kick <@${kicked}> spam`, `.timeout <@${timedOut}> 1h spam`]
    await Promise.all(orders.map(order => as('owner').say(general, order)))
    const count = () => Object.values(done).filter(shows => shows()).length
    await until(point, () =>
      point === 'written down' ? open().length > 0 : count() >= (point === 'done to one' ? 1 : 3),
    )
    await life.killed()
    context.conditions.latency = { medianMs: 0, p99Ms: 0 }

    const db = new Database(join(life.dataDir, 'palisade.sqlite'))
    db.prepare('UPDATE moderation_pending_acts SET created_at = created_at - 20000').run()
    db.close()
    await life.run()
    await until('everything to be settled', () => open().length === 0)
    const cases = life.query<{ kind: string }>('SELECT kind FROM moderation_cases').map(({ kind }) => kind)
    expect(cases.toSorted()).toEqual(
      Object.entries(done)
        .filter(([, shows]) => shows())
        .map(([kind]) => kind)
        .toSorted(),
    )
    const timers = life.query("SELECT id FROM jobs WHERE job = 'liftBan'")
    expect(timers).toHaveLength(done.ban() ? 1 : 0)
  },
)
