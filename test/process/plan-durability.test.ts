import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { useKilledProduct } from '../killed-product.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

/** Work of many steps that is killed halfway. */
const life = useKilledProduct()

/** A file with XP for this many people, whose ids are consecutive. */
const idOf = (index: number) => `${300_000_000_000_000_000n + BigInt(index)}`
const xpFile = (people: number) =>
  ['user_id,xp', ...Array.from({ length: people }, (_, index) => `${idOf(index)},100`)].join('\n')

test('roles for everybody reach the last member, even when the process is killed halfway', async () => {
  const url = await life.run()
  const owner = createVisitor(life.sandbox, url)
  await owner.signIn('owner')
  const state = life.sandbox.context.world.guilds.get(life.home.guildId)
  const potter = [...(state?.roles.values() ?? [])].find(({ name }) => name === 'Potter')?.id ?? ''
  const { accounts } = life.sandbox.context.world
  const people = [...(state?.members ?? [])].flatMap(([id, { pending }]) =>
    accounts.get(id)?.user.bot || pending ? [] : id,
  )
  const text = ['user_id,level', ...people.map(id => `${id},7`)].join('\n')
  const order = { format: 'auto', text, mode: 'set', dry_run: false }
  expect((await owner.call('POST', `/api/guild/${life.home.guildId}/progression/import`, order)).status).toBe(200)
  const levels = { statsUpdate: true, ranking: 'on', level_roles: [{ level: 2, roleId: potter }] }
  expect((await owner.call('POST', `/api/guild/${life.home.guildId}/basic`, levels)).status).toBe(200)
  const without = () => people.filter(id => !state?.members.get(id)?.roles.includes(potter)).length
  const atFirst = without()
  await owner.call('POST', `/api/guild/${life.home.guildId}/progression/roles/apply`)
  await until('the first role', () => without() < atFirst)
  await life.killed()
  await life.run()
  const plan = () => life.query<{ state: string }>("SELECT state FROM plans WHERE plan = 'roleRun'")
  await until('the run to end', () => plan()[0]?.state === 'done')
  expect(without()).toBe(0)
  expect(life.query('SELECT * FROM plan_steps')).toEqual([])
})

test('an import that is killed halfway continues, and adds XP to everybody once', async () => {
  const owner = createVisitor(life.sandbox, await life.run())
  await owner.signIn('owner')
  const people = 9000
  const order = { format: 'auto', text: xpFile(people), mode: 'add', dry_run: false }
  const answer = owner.call('POST', `/api/guild/${life.home.guildId}/progression/import`, order).catch(() => undefined)
  const added = () =>
    life.query<{ n: number }>('SELECT count(*) AS n FROM leveling_members WHERE total = 100')[0]?.n ?? 0
  await until('the first part', () => added() > 0)
  await life.killed()
  await answer
  await life.run()
  const state = () => life.query<{ state: string }>("SELECT state FROM plans WHERE plan = 'importRun'")[0]?.state
  await until('the import to end', () => state() === 'done')
  expect(added()).toBe(people)
  expect(life.query("SELECT id FROM leveling_changes WHERE kind = 'import'")).toHaveLength(people)
  // Only the imported batch that an undo would need is kept.
  expect(life.query('SELECT input FROM plans WHERE length(input) > 100')).toEqual([])
})

test('an import that fails after it was killed undoes what it had done, and says so', async () => {
  const url = await life.run()
  const owner = createVisitor(life.sandbox, url)
  await owner.signIn('owner')
  const people = 9000
  const order = { format: 'auto', text: xpFile(people), mode: 'add', dry_run: false }
  const answer = owner.call('POST', `/api/guild/${life.home.guildId}/progression/import`, order).catch(() => undefined)
  const having = () =>
    life.query<{ n: number }>('SELECT count(*) AS n FROM leveling_members WHERE total > 0')[0]?.n ?? 0
  await until('the first part', () => having() > 0)
  await life.killed()
  await answer
  expect(having()).toBeLessThan(people)
  const db = new Database(join(life.dataDir, 'palisade.sqlite'))
  db.exec(`CREATE TRIGGER fault BEFORE INSERT ON leveling_changes WHEN NEW.user_id = '${idOf(people - 1)}'
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  db.close()
  await life.run()
  const stateOf = (plan: string) =>
    life.query<{ state: string }>('SELECT state FROM plans WHERE plan = ?', plan)[0]?.state
  await until('it to be taken back', () => stateOf('takeBackRun') === 'done')
  expect(stateOf('importRun')).toBe('failed')
  expect(having()).toBe(0)
  expect(life.query("SELECT id FROM leveling_changes WHERE kind = 'import' AND undone = 0")).toEqual([])
  const { body } = await owner.call('GET', `/api/guild/${life.home.guildId}/plans`)
  expect(body).toMatchObject({
    plans: [
      { title: 'Taking back XP changes that were not completed', state: 'done' },
      { title: 'Import of levels', state: 'failed', problem: 'Something went wrong.', mayCancel: false },
    ],
  })
  expect(life.query('SELECT input FROM plans WHERE input IS NOT NULL')).toEqual([])
})

test('a reset of all XP that is killed halfway continues, and takes XP from everybody once', async () => {
  await life.run()
  await life.killed()
  const people = 20_000
  const db = new Database(join(life.dataDir, 'palisade.sqlite'))
  const add = db.prepare('INSERT INTO leveling_members (guild_id, user_id, total, messages) VALUES (?, ?, 100, 7)')
  db.transaction(() => {
    for (let index = 0; index < people; index++) add.run(life.home.guildId, idOf(index))
  })()
  db.close()
  const owner = createVisitor(life.sandbox, await life.run())
  await owner.signIn('owner')
  const address = `/api/guild/${life.home.guildId}/progression/reset`
  const answer = owner.call('POST', address, { confirm: 'reset' }).catch(() => undefined)
  const left = () => life.query<{ n: number }>('SELECT count(*) AS n FROM leveling_members WHERE total > 0')[0]?.n ?? 0
  await until('the first part', () => left() < people)
  await life.killed()
  await answer
  expect(left()).toBeGreaterThan(0)
  await life.run()
  const state = () => life.query<{ state: string }>("SELECT state FROM plans WHERE plan = 'resetRun'")[0]?.state
  await until('the reset to end', () => state() === 'done')
  expect(left()).toBe(0)
  expect(life.query("SELECT id FROM leveling_changes WHERE kind = 'reset'")).toHaveLength(people)
  expect(life.query<{ n: number }>('SELECT sum(messages) AS n FROM leveling_members')[0]?.n).toBe(people * 7)
})
