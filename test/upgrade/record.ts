import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { features } from '#features/index.ts'
import project from '../../package.json' with { type: 'json' }
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import { dumpOf } from './dump.ts'

/**
 * `npm run release:database`, run at a release: uses the demo's server a little and writes the database as SQL, so that
 * a test can check that the next release opens it. Tables that remain empty get a plain row, so that every table has
 * one.
 */
async function live(harness: Harness): Promise<void> {
  const { guildId } = harness
  const owner = await harness.signIn('owner')
  const say = async (login: string, text: string) =>
    harness.answerTo(await harness.as(login).say(harness.channel('general'), text))
  const call = async (path: string, body: object) => {
    const { status, body: answer } = await owner.call('POST', `/api/guild/${guildId}${path}`, body)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(answer)}`)
  }
  await call('/basic', { basicUpdate: true, prefix: '!' })
  await call('/greeting', { welcomeUpdate: true, welcome_channel: '#general', welcome_content: 'Ahoy {member.name}' })
  for (const { contract, parts } of features) if (parts.switch) await say('owner', `!config ${contract.name} on`)
  const id = (login: string) => harness.as(login).userId
  await say('moderator', `!warn <@${id('member1')}> was loud`)
  await say('moderator', `!timeout <@${id('member2')}> 3d was louder`)
  await say('owner', '!case reason 1 was very loud')
  await say('owner', '!lock')
  await say('owner', '!unlock')
  await say('member3', `!rep <@${id('member4')}>`)
  await say('owner', `!addinvites <@${id('member5')}> 3`)
  await call(`/progression/members/${id('member6')}`, { action: 'set', amount: 150 })
}

const word: Record<string, unknown> = {
  'greeting_queue.kind': 'welcome',
  'greeting_queue.state': 'sent',
  kind: 'members',
  via: 'unknown',
  certainty: 'unknown',
  state: 'done',
  fake: null,
  changed: 0,
  role_ids: '[]',
  stands: '[]',
  counts: '{"members":0,"given":0,"taken":0,"failed":0}',
  written: null,
  evidence: null,
  person: null,
}

/** A plain row for each empty table. `word` gives values for columns in which they have a meaning. */
function fillEmpty(file: string, guildId: string, userId: string): string[] {
  const db = new Database(file)
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  const filled: string[] = []
  for (const { name } of tables) {
    if (db.prepare(`SELECT 1 FROM "${name}"`).get()) continue
    filled.push(name)
    const columns = db.prepare<[], { name: string; type: string }>(`PRAGMA table_info("${name}")`).all()
    const values = columns.map(({ name: column, type }) =>
      column === 'guild_id'
        ? guildId
        : `${name}.${column}` in word
          ? word[`${name}.${column}`]
          : column in word
            ? word[column]
            : /(user|giver|receiver|inviter)_id$/.test(column)
              ? userId
              : type === 'integer'
                ? 1
                : column.endsWith('_id')
                  ? guildId
                  : '1',
    )
    db.prepare(`INSERT INTO "${name}" VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  }
  db.close()
  return filled
}

const harness = await createHarness()
const file = join(harness.product.services.config.dataDir, 'palisade.sqlite')
await live(harness)
await until('the jobs', async () => {
  await harness.product.services.scheduler.tick()
  return true
})
process.stdout.write(`plain rows: ${fillEmpty(file, harness.guildId, harness.as('member7').userId).join(', ')}\n`)
writeFileSync(join(import.meta.dirname, `${project.version}.sql`), dumpOf(file))
await harness.close()
