import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colours } from '#kit/notices.ts'
import { runs } from '#test/effort.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { buttonsOf, createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { guestsOf, type Ticket } from './rows.ts'

/**
 * Random sequences of what members, the team, time and hands in Discord do to a ticket, against a state machine of a few
 * lines: what is answered, what is stored, and in the end who sees what.
 */
let harness: Harness
let desk: Desk
beforeAll(async () => {
  harness = await createHarness()
  desk = createTicketDesk(harness)
  desk.configure({ maxTicketsPerUser: 20, userLimits: { default: 20, premium: 20, vip: 20 }, maxOpenTickets: 200 })
  desk.panel({ claim_visibility: 'read_only', feedback: false, max_open: 0 })
})
afterAll(() => harness.close())

/** By login; `moderator` has the team's role, `admin` is an administrator, `member4` has nothing to do with it. */
const opener = 'member1'
const guest = 'member3'
const stranger = 'member4'

interface Model {
  state: 'open' | 'closed' | 'deleted'
  claimedBy: string | null
  guests: Set<string>
  priority: string
  asked: boolean
  awaiting: 'team' | 'member' | null
}
type Outcome = 'done' | 'refused' | 'unseen'

const isTeam = (login: string) => login === 'moderator' || login === 'admin' || login === 'owner'
/** Owner and administrators see and write everywhere. */
function writes(model: Model, login: string): boolean {
  if (login === 'owner' || login === 'admin') return true
  if (login === 'moderator') return model.claimedBy === null || model.claimedBy === 'moderator'
  if (model.state !== 'open') return false
  return login === opener || model.guests.has(login)
}

const logins = ['owner', 'admin', 'moderator', opener, guest, stranger] as const
type Command =
  | 'close'
  | 'reopen'
  | 'delete'
  | 'claim'
  | 'release'
  | 'transfer'
  | 'add'
  | 'remove'
  | 'high'
  | 'normal'
  | 'ask'
type Step =
  | { kind: 'command'; by: (typeof logins)[number]; does: Command }
  | { kind: 'say'; by: (typeof logins)[number] }
  | { kind: 'answer'; to: 'Close it' | 'Keep it open' }
  | { kind: 'restart' }
  | { kind: 'renamed by hand' }
  | { kind: 'deleted by hand' }

/** What a command changes, where its caller may use it and the ticket takes it. @returns whether it does */
function change(model: Model, by: string, does: Command): boolean {
  const inLife = model.state === 'open'
  switch (does) {
    case 'close':
      if (!inLife || !(isTeam(by) || by === opener)) return false
      Object.assign(model, { state: 'closed', asked: false, awaiting: null })
      return true
    case 'reopen':
      if (model.state !== 'closed' || !isTeam(by)) return false
      Object.assign(model, { state: 'open', awaiting: 'team' })
      return true
    case 'delete':
      if (!isTeam(by)) return false
      model.state = 'deleted'
      return true
    case 'claim':
      if (!inLife || !isTeam(by) || model.claimedBy !== null) return false
      model.claimedBy = by
      return true
    case 'release':
      if (!inLife || !isTeam(by) || model.claimedBy === null) return false
      if (model.claimedBy !== by && by === 'moderator') return false
      model.claimedBy = null
      return true
    case 'transfer':
      if (!inLife || !isTeam(by) || model.claimedBy === 'moderator') return false
      model.claimedBy = 'moderator'
      return true
    case 'add':
      if (!isTeam(by) || model.guests.has(guest)) return false
      model.guests.add(guest)
      return true
    case 'remove':
      return isTeam(by) && model.guests.delete(guest)
    case 'high':
    case 'normal':
      if (!inLife || !isTeam(by) || model.priority === does) return false
      model.priority = does
      return true
    default:
      if (!inLife || !isTeam(by) || model.asked) return false
      model.asked = true
      return true
  }
}

const typed = (does: Command) =>
  ({
    close: '.ticket close',
    reopen: '.ticket reopen',
    delete: '.ticket delete',
    claim: '.ticket claim',
    release: '.ticket release',
    transfer: `.ticket transfer <@${harness.as('moderator').userId}>`,
    add: `.ticket add <@${harness.as(guest).userId}>`,
    remove: `.ticket remove <@${harness.as(guest).userId}>`,
    high: '.ticket priority high',
    normal: '.ticket priority normal',
    ask: '.ticket ask',
  })[does]

const world = () => harness.sandbox.context.world
const messages = (ticket: Ticket) => harness.messages(ticket.channelId ?? '')

/** What becomes of a typed command. */
async function outcome(ticket: Ticket, by: string, text: string): Promise<Outcome> {
  let id: string
  try {
    ;({ id } = await harness.as(by).say(ticket.channelId ?? '', text))
  } catch {
    return 'unseen'
  }
  return until(`an answer to ${text}`, () => {
    const channel = world().channels.get(ticket.channelId ?? '')
    if (!channel) return 'done'
    const answer = messages(ticket).find(
      one => one.author.id === harness.botId && one.message_reference?.message_id === id,
    )
    const [embed] = answer?.embeds ?? []
    return embed && (embed.color === colours.success ? 'done' : 'refused')
  })
}

/** A person's message counts for whose turn it is. */
function said(model: Model, by: string): void {
  if (model.state !== 'open') return
  if (isTeam(by)) model.awaiting = 'member'
  else if (by === opener) Object.assign(model, { awaiting: 'team', asked: false })
}

async function take(step: Step, ticket: Ticket, model: Model): Promise<void> {
  if (step.kind === 'restart') return harness.restart()
  if (model.state === 'deleted') return
  if (step.kind === 'renamed by hand')
    return void (await harness.as('owner').rest('PATCH', `/channels/${ticket.channelId}`, { name: 'ticket-9999' }))
  if (step.kind === 'deleted by hand') {
    await harness.as('owner').rest('DELETE', `/channels/${ticket.channelId}`)
    model.state = 'deleted'
    await until('the end of the ticket', () => desk.now(ticket).state === 'deleted')
    return
  }
  if (step.kind === 'answer') {
    const message = messages(ticket).findLast(one => buttonsOf(one).some(({ label }) => label === step.to))
    const button = message && buttonsOf(message).find(({ label }) => label === step.to)
    if (!message || !button || !model.asked) return
    await harness.as(opener).press(message, button.custom_id)
    model.asked = false
    Object.assign(model, step.to === 'Close it' ? { state: 'closed', awaiting: null } : { awaiting: 'team' })
    await until('the answer to be taken in', () => desk.now(ticket).closeRequestedAt === null)
    return
  }
  const sees = writes(model, step.by)
  // A command is no answer.
  if (step.kind === 'say' && sees) said(model, step.by)
  const takes = step.kind === 'say' || (sees && change(model, step.by, step.does))
  const expected: Outcome = !sees ? 'unseen' : takes ? 'done' : 'refused'
  const told =
    step.kind === 'command'
      ? await outcome(ticket, step.by, typed(step.does))
      : await harness
          .as(step.by)
          .say(ticket.channelId ?? '', 'hm')
          .then(
            (): Outcome => 'done',
            (): Outcome => 'unseen',
          )
  expect([step, told]).toEqual([step, expected])
}

async function compare(ticket: Ticket, model: Model): Promise<void> {
  const claimedById = model.claimedBy === null ? null : harness.as(model.claimedBy).userId
  // It is said first that the channel goes: afterwards nobody could read it.
  if (model.state === 'deleted') await until('the end', () => desk.now(ticket).state === 'deleted')
  // The turn and the end of a request follow the message, which is heard after it was sent.
  const isAsked = () => desk.now(ticket).closeRequestedAt !== null
  await until('what is asked', () => model.state === 'deleted' || isAsked() === model.asked)
  await until('whose turn it is', () => model.state === 'deleted' || desk.now(ticket).awaiting === model.awaiting)
  const row = desk.now(ticket)
  expect(row.state).toBe(model.state)
  if (model.state === 'deleted') return
  expect(row).toMatchObject({ claimedById, priority: model.priority, awaiting: model.awaiting })
  expect(guestsOf(harness.product.services, row).map(({ targetId }) => targetId)).toEqual(
    [...model.guests].map(login => harness.as(login).userId),
  )
}

/** In the end Discord is as the row says. */
async function settled(ticket: Ticket, model: Model): Promise<void> {
  await harness.product.services.scheduler.tick()
  const channel = world().channels.get(ticket.channelId ?? '')?.channel
  if (model.state === 'deleted') {
    await until('the channel to go', () => !world().channels.has(ticket.channelId ?? ''))
    return
  }
  const overwrites = channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
  const allowed = (id: string, bit: bigint) => (BigInt(overwrites.find(one => one.id === id)?.allow ?? 0) & bit) !== 0n
  const seen = (login: string) => allowed(harness.as(login).userId, P.ViewChannel)
  expect({ opener: seen(opener), guest: seen(guest), stranger: seen(stranger) }).toEqual({
    opener: model.state === 'open',
    guest: model.state === 'open' && model.guests.has(guest),
    stranger: false,
  })
  expect(allowed(desk.teamRole, P.SendMessages)).toBe(model.claimedBy === null)
  const labels = buttonsOf(desk.opening(ticket)).map(({ label }) => label)
  expect(labels).toEqual(model.state === 'open' ? ['Close', model.claimedBy === null ? 'Claim' : 'Release'] : [])
  const last = messages(ticket).filter(one => buttonsOf(one).some(({ label }) => label === 'Reopen'))
  expect(last.length).toBe(model.state === 'closed' ? 1 : 0)
}

const commands: Command[] = [
  'close',
  'reopen',
  'delete',
  'claim',
  'release',
  'transfer',
  'add',
  'remove',
  'high',
  'normal',
  'ask',
]
const steps: Step[] = [
  ...logins.flatMap(by =>
    commands.filter(does => does !== 'delete').map((does): Step => ({ kind: 'command', by, does })),
  ),
  ...logins.map((by): Step => ({ kind: 'say', by })),
  { kind: 'command', by: 'moderator', does: 'delete' },
  { kind: 'command', by: opener, does: 'delete' },
  ...(['Close it', 'Keep it open'] as const).flatMap((to): Step[] => [
    { kind: 'answer', to },
    { kind: 'answer', to },
  ]),
  { kind: 'restart' },
  { kind: 'renamed by hand' },
  { kind: 'deleted by hand' },
]

/** The message about closing is still being sent when the ticket is opened again: found by this test. */
const reopenedAtOnce: Step[] = [
  { kind: 'command', by: 'moderator', does: 'ask' },
  { kind: 'answer', to: 'Close it' },
  { kind: 'command', by: 'moderator', does: 'reopen' },
]

test('whatever is done to tickets, and in whatever order, rows and Discord are as the state machine says', async () => {
  await assert(
    asyncProperty(array(constantFrom(...steps), { minLength: 4, maxLength: 24 }), async sequence => {
      const ticket = await desk.open(opener)
      const model: Model = {
        state: 'open',
        claimedBy: null,
        guests: new Set(),
        priority: 'normal',
        asked: false,
        awaiting: 'team',
      }
      for (const step of sequence) {
        await take(step, ticket, model)
        await compare(ticket, model)
      }
      await settled(ticket, model)
      // Their limits are for open ones.
      if (model.state !== 'deleted') await outcome(ticket, 'owner', typed('delete'))
    }),
    { numRuns: runs(60), endOnFailure: true, examples: [[reopenedAtOnce]] },
  )
}, 600_000)
