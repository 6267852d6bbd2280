import { afterAll, beforeAll, expect, test } from 'vitest'
import { walked } from '../effort.ts'
import { kindsFor, type Place, placesFinder } from '../foreign/places.ts'
import { makeThings, type Things } from '../foreign/things.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Every place of every call’s address, query and body that takes an id, found by itself, holds the id of a thing of another
 * server. Whoever asks manages both: what is refused is the id, not the person.
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

/** What is kept of the other server; of jobs it changes when they run, and of days what has been counted by then. */
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

/** So that a limit on how many there may be refuses none. */
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

/** What the bot asked Discord about the other server, whoever asked the bot. */
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

/** Whatever stands there is taken, and names nothing of any server. */
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
 * Copies from another server what whoever asks may see there: their rights in that one are judged, by tests of their own
 * (`transfer.test.ts`, the restoring of embeds).
 */
const copies = new Set(['kernel.planTransfer', 'kernel.transfer', 'embeds.restore'])

/** What only something else can bring about: no id of this server's is taken there, either. */
const unreached: readonly RegExp[] = [
  // Nothing has happened here that they could be about.
  /^antinuke\.|^kernel\.(restore|restorePreview|cancelPlan|undoPlan|undoChanges|applySetup|planSetup) /,
  /^moderation\.|^leveling\.(roleResult|roleResultFile|undo) |^access\.revoke /,
  // They need a query, a file or an amount besides, or are gone by then; the same ids are tried in other calls.
  /^tickets\.(ticketAttachment|candidates|addAnswerFile|removeCategory) :|^leveling\.changeMember :|^embeds\.(draft|deleteDraft) :/,
  /^emojis\.(change|forget|picture) :/,
  // Words of ours, not ids.
  /^general\.(setCommandRule|switchModule) |^counters\./,
  // Files and pictures are whoever's who added them, and named by nobody else.
  /(attachments\[\]id|files\[\]|:fileId|:picture|avatar\.id|banner\.id)$/,
]

/** What is sent to one place: an id that nothing has, that of another server's thing, and that of one of ours. */
async function tried(place: Place, kind: string): Promise<{ problems: string[]; isReached: boolean }> {
  const [id = '', mine = ''] = [foreign[kind], own[kind]]
  // Budgets of a minute are not what refuses.
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

test('the id of another server’s thing is refused wherever one stands in a call, and nothing of it is told or changed', async () => {
  const routes = app.product.http.routes.filter(
    ({ path, answers, feature, name }) =>
      path.includes(':guildId') && answers !== 'stream' && !copies.has(`${feature}.${name}`),
  )
  // What is named by its address is deleted there: last, but for who is thrown out.
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
