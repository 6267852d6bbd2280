import { afterAll, beforeAll, expect, test } from 'vitest'
import { walked } from '../sampling.ts'
import { kindsFor, type Place, placesFinder } from '../foreign/places.ts'
import { makeThings, type Things } from '../foreign/things.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Every id in the address, query or body of every call is replaced by the id of a thing from another server. The places
 * are found automatically. The caller manages both servers, so the id is what must be refused, not the person.
 */
let app: Harness
let manager: Visitor
let here: string
let there: string
let own: Things
let foreign: Things
let ahead = 0

const word = { here: 'ownkind', there: 'quillfeather' }

beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 1_000_000, now: () => Date.now() + ahead })
  manager = await app.signIn('rogue')
  there = app.guildId
  const { guilds } = app.sandbox.context.world
  here = [...guilds].find(([, { guild }]) => guild.name === 'Northwind Climbers')?.[0] ?? ''
  const made = { manager, login: 'rogue' }
  foreign = await makeThings(app, { ...made, guildId: there, word: word.there })
  own = await makeThings(app, { ...made, guildId: here, word: word.here })
})
afterAll(() => app.close())

/** Everything stored about the other server, except for when jobs run and today's counts. */
const kept = () => {
  const { $client } = app.product.services.db
  const tables = $client
    .prepare<[], { name: string }>(
      "select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'guild_id' where m.type = 'table'",
    )
    .all()
    .filter(({ name }) => name !== 'jobs' && name !== 'statistics_days')
  return tables.map(({ name }) => [name, $client.prepare(`select * from "${name}" where guild_id = ?`).all(there)])
}

/** Deletes what was created here, so that no limit is reached. */
function clearHere(): void {
  const { $client } = app.product.services.db
  const known = JSON.stringify(Object.values(own))
  for (const table of [
    'ticket_panels',
    'reactionrole_menus',
    'automations',
    'custom_commands',
    'embed_drafts',
    'embed_posts',
  ])
    $client
      .prepare(`delete from ${table} where guild_id = ? and id not in (select value from json_each(?))`)
      .run(here, known)
}

/** The bot's requests to Discord about the other server. */
const askedThere = (from: number) =>
  app.sandbox
    .requests()
    .slice(from)
    .filter(
      ({ caller, path }) =>
        caller === 'bot' && (path.includes(there) || /^\/channels\/(\d+)/.exec(path)?.[1] === foreign['channelId']),
    )
    .map(({ method, path }) => `${method} ${path}`)

const nameOf = ({ route, where }: Place) => `${route.feature}.${route.name} ${where}`

/** Places where a foreign id is accepted without naming anything of a server. */
const taken: readonly (readonly [RegExp, string])[] = [
  [/^tickets\.removeAnswerFile :fileId$/, 'it is not there afterwards, either'],
  [
    /^tickets\.checkPanel |^embeds\.check |^automod\.test |^automations\.tryOut /,
    'it is said what would happen, and nothing is kept',
  ],
  [
    /^kernel\.forgetUser |blockedUsers|whitelist|extraowners|^automod\.forgive |^invites\.(add|reset)Bonus userId/,
    'anybody may stand there, also who is in no server',
  ],
  [/^\w+\.(save|tryOut)\w* (id|[\w.[\]]+\[\]id)$|^[\w.]+ key$/, 'whoever asks makes it up'],
  [
    /^moderation\.(softban|ban|unban|note) :userId$/,
    'who is in no server is banned and noted as in a chat, once they were seen',
  ],
  [/ (tag|asked|from|prefix)$/, 'words, or only compared with what is there'],
  [/^tickets\.savePanel message_id$/, 'a panel is shown with it, and it is left alone'],
  [/^embeds\.(send|editPost) draftId$/, 'a draft that is not there has nothing to be cleared of'],
  [
    /^embeds\.saveDraft (channelId|message\.attachments\[\]id|postId)$/,
    'what is gone meanwhile keeps nobody from saving a draft; it is refused when it is sent',
  ],
  [/^reactionroles\.saveMenu attached_id$/, 'not asked for in a menu that is written here'],
]

/**
 * These copy what the caller may see in another server. That they check the caller's rights there is tested elsewhere
 * (`transfer.test.ts`, and restoring embeds).
 */
const copies = new Set(['kernel.planTransfer', 'kernel.transfer', 'embeds.restore'])

/** Places where this test cannot send a valid id of this server either. */
const unreached: readonly RegExp[] = [
  // Nothing has happened here that they could refer to.
  /^antinuke\.|^kernel\.(restore|restorePreview|cancelPlan|undoPlan|undoChanges|applySetup|planSetup) /,
  /^moderation\.|^leveling\.(roleResult|roleResultFile|undo) |^access\.revoke /,
  // They also need a query, a file or an amount, or their thing is deleted by then. The same ids are tried in other
  // calls.
  /^tickets\.(ticketAttachment|candidates|addAnswerFile|removeCategory) :|^leveling\.changeMember :|^embeds\.(draft|deleteDraft) :/,
  /^emojis\.(change|forget|picture) :/,
  // Words of ours, not ids.
  /^general\.(setCommandRule|switchModule) |^counters\./,
  // Files and pictures belong to those who added them, and nothing else names them.
  /(attachments\[\]id|files\[\]|:fileId|:picture|avatar\.id|banner\.id)$/,
]

/** Tries three ids in one place: one that does not exist, one of the other server and one of ours. */
async function tried(place: Place, kind: string): Promise<{ problems: string[]; isReached: boolean }> {
  const [id = '', mine = ''] = [foreign[kind], own[kind]]
  // Limits per minute must not be what refuses.
  ahead += 61_000
  const from = app.sandbox.requests().length
  const told = await place.send(id)
  const asked = askedThere(from)
  const ours = await place.send(mine)
  const answer = JSON.stringify(told.body)
  const isRefused = told.status >= 400 && told.status < 500 && told.status !== 429 && told.status !== 401
  const isAllowed = place.route.method === 'GET' || taken.some(([name]) => name.test(nameOf(place)))
  const problems = [
    ...(isRefused || (told.status === 200 && isAllowed) ? [] : [`answered ${told.status} ${answer.slice(0, 200)}`]),
    ...(answer.includes(word.there) ? [`tells ${answer.slice(0, 400)}`] : []),
    ...asked,
  ]
  const isReached =
    !isRefused ||
    ours.status !== told.status ||
    JSON.stringify(ours.body).replaceAll(mine, '') !== answer.replaceAll(id, '')
  return { problems: problems.map(problem => `${nameOf(place)}, ${kind}: ${problem}`), isReached }
}

test('an id of another server’s thing is refused in every place of every call, and nothing of it is revealed or changed', async () => {
  const routes = app.product.http.routes.filter(
    ({ path, answers, feature, name }) =>
      path.includes(':guildId') && answers !== 'stream' && !copies.has(`${feature}.${name}`),
  )
  // DELETE comes last, since it deletes what others name, and removing members comes after that.
  const methods = ['GET', 'POST', 'PATCH', 'DELETE']
  const turn = ({ where, route }: Place) => {
    if (route.path.includes('/moderation/members/')) return methods.length + 1
    return where.startsWith(':') ? methods.indexOf(route.method) + 1 : 0
  }
  const places = walked(routes)
    .flatMap(placesFinder({ app, manager, here, own }))
    .toSorted((a, b) => turn(a) - turn(b))
  expect(places.length).toBeGreaterThan(10)
  const before = kept()
  const problems: string[] = []
  const vain: string[] = []
  for (const place of places) {
    const kinds = kindsFor(place.where, Object.keys(foreign)).filter(kind => place.takes(foreign[kind] ?? ''))
    let isReached = kinds.length === 0
    for (const kind of kinds) {
      const one = await tried(place, kind)
      problems.push(...one.problems)
      isReached ||= one.isReached
    }
    const known = [...unreached, ...taken.map(([name]) => name)]
    if (!isReached && !known.some(name => name.test(nameOf(place)))) vain.push(nameOf(place))
    clearHere()
  }
  expect(problems).toEqual([])
  expect(vain).toEqual([])
  expect(kept()).toEqual(before)
}, 600_000)
