import { setImmediate as nextTurn } from 'node:timers/promises'
import { GatewayDispatchEvents as Event } from 'discord.js'
import { expect, test, vi } from 'vitest'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { createHarness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { prioritizeFrames, rehearseFrames } from './frame-priority.ts'

const entry = '{"t":"GUILD_AUDIT_LOG_ENTRY_CREATE","d":{}}'
const message = (content: string) => JSON.stringify({ t: 'MESSAGE_CREATE', d: { content } })

/** Stands for the work that a frame causes, which takes many steps. */
async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) await Promise.resolve()
}

/** Notes in which order things are done. @param lastsMs how long each frame takes */
function turns(lastsMs = 0) {
  const done: string[] = []
  let time = 0
  const handle = (data: unknown) => {
    done.push(`took ${String(data).includes('ENTRY') ? 'entry' : String(data)}`)
    time += lastsMs
    return steps(30).then(() => done.push('followed'))
  }
  const connection = { pause: () => void done.push('pause'), resume: () => void done.push('resume') }
  return {
    done,
    take: prioritizeFrames(
      handle,
      () => connection,
      () => time,
    ),
  }
}

test('frames that arrive together are handled together, as long as none is urgent', async () => {
  const { done, take } = turns()
  for (const data of ['1', '2', '3']) void take(data, false)
  await nextTurn()
  expect(done).toEqual(['took 1', 'took 2', 'took 3', 'followed', 'followed', 'followed'])
})

test('everything that an audit log entry causes runs before the next frame, in the same turn of the event loop', async () => {
  const { done, take } = turns()
  for (const data of [entry, '2', entry, '3', '4']) void take(data, false)
  await nextTurn()
  const first = ['took entry', 'followed']
  const second = ['took 2', 'took entry', 'followed', 'followed']
  expect(done).toEqual([...first, ...second, 'took 3', 'took 4', 'followed', 'followed'])
})

test('an audit log entry overtakes messages that were read with it, and nothing else', async () => {
  const { done, take } = turns()
  const [first, second, third] = ['first', 'second', 'third'].map(message)
  for (const data of [first, 'a ban', second, 'somebody who joins', entry, third, 'somebody who leaves'])
    void take(data, false)
  await nextTurn()
  const taken = ['a ban', 'somebody who joins', 'entry', first, second, third, 'somebody who leaves']
  expect(done.filter(one => one.startsWith('took'))).toEqual(taken.map(one => `took ${one}`))
  expect(done.indexOf('took entry')).toBeLessThan(done.indexOf('followed'))
  expect(done.lastIndexOf('followed', done.indexOf(`took ${first}`))).toBe(done.indexOf(`took ${first}`) - 1)
})

test('messages are handled before changes to their authors, and so are earlier messages of the same server', async () => {
  const { done, take } = turns()
  const inServer = (t: string, server: string, d: object) => JSON.stringify({ t, d: { ...d, guild_id: server } })
  const says = (server: string, id: string) => inServer('MESSAGE_CREATE', server, { author: { id }, content: id })
  const [first, his, elsewhere, hers, later] = [
    says('1', '11'),
    says('1', '12'),
    says('2', '12'),
    says('1', '13'),
    says('1', '14'),
  ]
  const hisRoles = inServer('GUILD_MEMBER_UPDATE', '1', { user: { id: '12' } })
  const herLeave = inServer('GUILD_MEMBER_REMOVE', '1', { user: { id: '13' } })
  const gone = inServer('CHANNEL_DELETE', '1', { id: '14' })
  for (const data of [elsewhere, first, his, hisRoles, hers, herLeave, later, entry, gone]) void take(data, false)
  await Promise.resolve()
  // Frames that were behind the first entry are before this one.
  void take(entry, false)
  await nextTurn()
  const taken = [first, his, hisRoles, hers, herLeave, 'entry', later, gone, 'entry', elsewhere]
  expect(done.filter(one => one.startsWith('took'))).toEqual(taken.map(one => `took ${one}`))
})

test('an audit log entry does not wait for the next turn when messages before it have used up this one', async () => {
  const { done, take } = turns(5)
  for (const content of ['0', '1']) void take(message(content), false)
  await Promise.resolve()
  for (const data of [message('2'), 'a ban', entry, message('3')]) void take(data, false)
  await steps(1)
  const before = ['0', '1'].map(content => `took ${message(content)}`)
  expect(done).toEqual([...before, 'took a ban', 'took entry', 'pause'])
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect(done.filter(one => one.startsWith('took')).slice(4)).toEqual(
    [message('2'), message('3')].map(one => `took ${one}`),
  )
  expect(done.filter(one => one !== 'followed').at(-1)).toBe('resume')
})

test('many audit log entries let other work run in between', async () => {
  const { done, take } = turns(8)
  for (let time = 0; time < 6; time += 1) void take(entry, false)
  await nextTurn()
  done.push('another turn')
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  const entriesBefore = done.slice(0, done.indexOf('another turn')).filter(one => one === 'took entry')
  expect(entriesBefore.length).toBeLessThan(6)
  expect(done.filter(one => one === 'took entry')).toHaveLength(6)
})

test('a message that contains the name of an audit log event is not urgent', async () => {
  const { done, take } = turns()
  const written = message('"GUILD_AUDIT_LOG_ENTRY_CREATE"')
  void take('1', false)
  void take(written, false)
  void take('2', false)
  await steps(1)
  expect(done).toEqual(['took 1', 'took entry', 'took 2'])
})

test('frames that take long let other work run in between, and later frames wait in the network', async () => {
  const { done, take } = turns(8)
  for (const data of [entry, '1', '2', '3', '4']) void take(data, false)
  await nextTurn()
  done.push('another turn')
  void take('5', false)
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  const taken = done.filter(one => one.startsWith('took'))
  expect(taken).toEqual(['took entry', ...['1', '2', '3', '4', '5'].map(data => `took ${data}`)])
  expect(done.indexOf('pause')).toBeLessThan(done.indexOf('took 2'))
  expect(done.indexOf('another turn')).toBeLessThan(done.indexOf('took 4'))
  expect(done.lastIndexOf('resume')).toBeGreaterThan(done.lastIndexOf('pause'))
})

test('a late message does not restore a removed role, nor the membership of somebody who left', async () => {
  const app = await createHarness()
  try {
    const { context } = app.sandbox
    const [owner, hers, his] = [app.as('owner'), app.as('member1').userId, app.as('member2').userId]
    const { client } = app.product.services
    const people = () => client.guilds.cache.get(app.guildId)?.members.cache
    const { id: role } = (await owner.rest('POST', `/guilds/${app.guildId}/roles`, { name: 'new' })) as { id: string }
    await owner.rest('PUT', `/guilds/${app.guildId}/members/${hers}/roles/${role}`)
    await until('the role to be known', () => people()?.get(hers)?.roles.cache.has(role))
    const pass = context.emit
    const acts: Parameters<typeof pass>[0][] = []
    context.emit = dispatch => void acts.push(dispatch)
    sendMessage(context, hers, app.channel('general'), { content: 'hello' })
    await owner.rest('DELETE', `/guilds/${app.guildId}/members/${hers}/roles/${role}`)
    sendMessage(context, his, app.channel('general'), { content: 'goodbye' })
    await owner.rest('DELETE', `/guilds/${app.guildId}/members/${his}`)
    context.emit = pass
    const told: string[] = []
    client.on('raw', ({ t }: { t: string }) => void told.push(t))
    for (const dispatch of acts) pass(dispatch)
    await until(
      'all of it',
      () => told.filter(t => /^(?:MESSAGE_CREATE|GUILD_AUDIT_LOG_ENTRY_CREATE)$/.test(t)).length === 4,
    )
    expect(people()?.get(hers)?.roles.cache.has(role)).toBe(false)
    expect(people()?.has(his)).toBe(false)
  } finally {
    await app.close()
  }
})

test("the bot's gateway connections use these priorities", async () => {
  const app = await createHarness()
  try {
    const { context } = app.sandbox
    const pass = context.emit
    const entry = Promise.withResolvers<Parameters<typeof pass>[0]>()
    context.emit = dispatch => {
      if (dispatch.type === Event.GuildAuditLogEntryCreate) entry.resolve(dispatch)
      pass(dispatch)
    }
    await app.as('owner').rest('POST', `/guilds/${app.guildId}/roles`, { name: 'new' })
    const sent = await entry.promise
    const done: string[] = []
    app.product.services.client.on('raw', ({ t }: { t: string }) => {
      done.push(t)
      void steps(30).then(() => done.push(`followed ${t}`))
    })
    const say = () => sendMessage(context, app.as('member1').userId, app.channel('general'), { content: 'hello' })
    // Written in one turn, read at once.
    pass(sent)
    for (let time = 0; time < 3; time += 1) say()
    await until('all of it', () => done.filter(one => one === 'followed MESSAGE_CREATE').length === 3)
    const place = done.lastIndexOf(Event.GuildAuditLogEntryCreate)
    expect(done[place + 1]).toBe(`followed ${Event.GuildAuditLogEntryCreate}`)
    expect(done.slice(place).filter(one => one === 'MESSAGE_CREATE')).toHaveLength(3)
  } finally {
    await app.close()
  }
})

test('the rehearsed frames take every path: the entry overtakes one of three messages, but not the two of the server with a deletion', async () => {
  const order = (await rehearseFrames()).map(data => (JSON.parse(String(data)) as { s: number }).s)
  expect(order).toEqual([1, 2, 4, 5, 3])
})

test('a rehearsal ends when all its frames were handled, however slow the machine is', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 30))
  const taken = await rehearseFrames()
  clock.mockRestore()
  expect(taken).toHaveLength(5)
})
