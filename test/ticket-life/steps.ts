import type { APIMessage } from 'discord-api-types/v10'
import { expect } from 'vitest'
import { colours } from '#kit/notices.ts'
import type { Ticket } from '#features/tickets/life/rows.ts'
import { buttonsOf } from '../tickets.ts'
import { until } from '../until.ts'
import { ann, guest, type Login, opener, owner, type Role, stranger, titles, type Visibility } from './participants.ts'
import { change, type Command } from './commands.ts'
import { messagesOf, type Stage } from './stage.ts'
import { answers, browserRights, close, giveRole, isThread, join, leave } from './state-machine.ts'
import { mention, type Model, rights, say, takeRole } from './state-machine.ts'
import { happen, pass } from './time.ts'

type Via = 'typed' | 'browser'
type ByHand = 'rename' | 'delete' | 'move' | 'let in' | 'archive'
export type Step =
  | { kind: 'command'; by: Login; via: Via; does: Command }
  | { kind: 'say'; by: Login; via: Via }
  | { kind: 'press'; by: Login; label: 'Close' | 'Claim' | 'Release' | 'Reopen' | 'Delete' }
  | { kind: 'answer'; to: 'Close it' | 'Keep it open' }
  | { kind: 'pass'; minutes: number }
  | { kind: 'leave'; who: Login; how: 'leaves' | 'is kicked' | 'is banned' }
  | { kind: 'join'; who: Login }
  | { kind: 'role'; who: Login; role: Role }
  | { kind: 'by hand'; does: ByHand }
  | { kind: 'panel'; visibility: Visibility }
  | { kind: 'restart' }

type Outcome = 'done' | 'refused' | 'unseen'

const commandFor = ({ harness }: Stage, does: Command): string => {
  const mention = (login: Login) => `<@${harness.as(login).userId}>`
  if (does === 'high' || does === 'normal') return `.ticket priority ${does}`
  if (does.startsWith('move')) return `.desk move ${does === 'move help' ? titles.help : titles.billing}`
  if (does === 'transfer') return `.ticket transfer ${mention(ann)}`
  return does === 'add' || does === 'remove' ? `.ticket ${does} ${mention(guest)}` : `.ticket ${does}`
}

/** The same command as a call of the dashboard; undefined if the browser does not have it. */
function callFor({ harness }: Stage, does: Command): { method: string; path: string; body: object } | undefined {
  const post = (path: string, body: object = {}) => ({ method: 'POST', path, body })
  const [verb, name = ''] = does.split(' ')
  if (does === 'high' || does === 'normal') return post('/priority', { priority: does })
  if (verb === 'rename') return post('/rename', { name })
  if (verb === 'move') return post('/move', { panelId: name })
  if (verb === 'ask') return undefined
  if (does === 'transfer') return post('/transfer', { to: harness.as(ann).userId })
  if (does === 'add') return post('/people', { kind: 'user', id: harness.as(guest).userId })
  if (does === 'remove') return { method: 'DELETE', path: `/people/${harness.as(guest).userId}`, body: {} }
  return does === 'delete' ? { method: 'DELETE', path: '', body: {} } : post(`/${does}`)
}

/** Writes in the ticket. @returns the message; undefined if they cannot */
const write = (stage: Stage, ticket: Ticket, by: Login, text: string): Promise<APIMessage | undefined> =>
  stage.harness
    .as(by)
    .say(ticket.channelId ?? '', text)
    .catch((error: Error) => {
      if (!/: (403|400|404) /.test(error.message)) throw error
      return undefined
    })

async function type(stage: Stage, ticket: Ticket, by: Login, text: string): Promise<Outcome> {
  const written = await write(stage, ticket, by, text)
  if (!written) return 'unseen'
  return until(`an answer to ${text}`, () => {
    if (!stage.harness.sandbox.context.world.channels.has(ticket.channelId ?? '')) return 'done'
    const answer = messagesOf(stage, ticket).find(one => one.message_reference?.message_id === written.id)
    const [embed] = answer?.embeds ?? []
    return embed && (embed.color === colours.success ? 'done' : 'refused')
  })
}

async function call(
  stage: Stage,
  ticket: Ticket,
  by: Login,
  { method, path, body }: NonNullable<ReturnType<typeof callFor>>,
): Promise<Outcome> {
  const { status } = await stage.call(by, method, `/ticket/${ticket.id}${path}`, body)
  expect([200, 400, 403, 404, 409]).toContain(status)
  return status === 200 ? 'done' : 'refused'
}

async function command(stage: Stage, ticket: Ticket, model: Model, step: Step & { kind: 'command' }): Promise<void> {
  const { by, via, does } = step
  const asked = via === 'browser' ? callFor(stage, does) : undefined
  const sees = asked !== undefined || rights(model, by) === 'writes'
  const mayDo = asked
    ? browserRights(model, by) !== 'nothing'
    : answers(model, by) || (does === 'close' && by === opener)
  const isTaken = !(asked && does === 'delete' && model.state === 'open')
  if (!asked && sees && does === 'transfer') mention(model, by, ann)
  if (!asked && sees && (does === 'add' || does === 'remove')) mention(model, by, guest)
  const done = sees && mayDo && isTaken && change(model, by, does)
  const told = asked ? call(stage, ticket, by, asked) : type(stage, ticket, by, commandFor(stage, does))
  expect([step, await told]).toEqual([step, !sees ? 'unseen' : done ? 'done' : 'refused'])
}

async function speak(stage: Stage, ticket: Ticket, model: Model, step: Step & { kind: 'say' }): Promise<void> {
  const { by, via } = step
  if (via === 'typed') {
    const writes = rights(model, by) === 'writes'
    if (writes) say(model, by)
    expect([step, (await write(stage, ticket, by, 'hm')) !== undefined]).toEqual([step, writes])
    return
  }
  const done = browserRights(model, by) === 'writes' && model.state === 'open'
  if (done) say(model, by)
  const body = { text: 'hm', key: crypto.randomUUID() }
  const told = await call(stage, ticket, by, { method: 'POST', path: '/answer', body })
  expect([step, told]).toEqual([step, done ? 'done' : 'refused'])
}

/** The effect of a press; undefined if there is no such button. */
function pressed(model: Model, { by, label }: Step & { kind: 'press' }): (() => boolean) | undefined {
  const isOpen = model.state === 'open'
  const team = (does: Command) => () => answers(model, by) && change(model, by, does)
  switch (label) {
    case 'Close':
      return isOpen ? () => (answers(model, by) || by === opener) && change(model, by, 'close') : undefined
    case 'Claim':
      return isOpen && model.claimedBy === null ? team('claim') : undefined
    case 'Release':
      return isOpen && model.claimedBy !== null ? team('release') : undefined
    case 'Reopen':
      return isOpen || model.askedThere ? undefined : team('reopen')
    default:
      return isOpen || model.askedThere ? undefined : team('delete')
  }
}

async function press(stage: Stage, ticket: Ticket, model: Model, step: Step & { kind: 'press' }): Promise<void> {
  const { by, label } = step
  const does = pressed(model, step)
  if (!does || rights(model, by) === 'nothing') return
  const asksFirst = label === 'Close' && model.wish.twoSteps && (answers(model, by) || by === opener)
  const done = does()
  const on = (messages: readonly APIMessage[]) => {
    const message = messages.findLast(one => buttonsOf(one).some(button => button.label === label))
    const button = message && buttonsOf(message).find(one => one.label === label)
    return message && button && { message, id: button.custom_id }
  }
  const { shownTo, as } = stage.harness
  const found = await until(`a button ${label}`, () => on(messagesOf(stage, ticket)))
  const before = shownTo(by).length
  await as(by).press(found.message, found.id)
  if (asksFirst) {
    const sure = await until('the question', () => on(shownTo(by).slice(before)))
    await as(by).press(sure.message, sure.id)
  }
  if (!done)
    await until('a refusal', () =>
      shownTo(by)
        .slice(before)
        .some(one => one.content !== '' || one.embeds.length > 0),
    )
}

async function answer(stage: Stage, ticket: Ticket, model: Model, { to }: Step & { kind: 'answer' }): Promise<void> {
  const message = messagesOf(stage, ticket).findLast(one => buttonsOf(one).some(({ label }) => label === to))
  const button = message && buttonsOf(message).find(({ label }) => label === to)
  if (!message || !button || !model.asked || rights(model, opener) === 'nothing') return
  await stage.harness.as(opener).press(message, button.custom_id)
  if (to === 'Close it') close(model)
  else Object.assign(model, { awaiting: 'team', asked: false, closesOnRequest: null })
}

async function byHand(stage: Stage, ticket: Ticket, model: Model, { does }: Step & { kind: 'by hand' }): Promise<void> {
  const { rest } = stage.harness.as(owner)
  const channel = `/channels/${ticket.channelId}`
  const { userId } = stage.harness.as(stranger)
  // An archived thread cannot be changed.
  if (isThread(model) && does !== 'delete') await rest('PATCH', channel, { archived: false })
  switch (does) {
    case 'rename':
      await rest('PATCH', channel, { name: 'ticket-9999' })
      model.shownName = 'ticket-9999'
      return
    case 'delete':
      await rest('DELETE', channel)
      model.state = 'deleted'
      return
    case 'move':
      if (isThread(model)) return
      await rest('PATCH', channel, { parent_id: stage.categories.elsewhere })
      model.place = null
      return
    case 'archive':
      if (isThread(model)) await rest('PATCH', channel, { archived: true })
      return
    case 'let in':
      if (isThread(model)) {
        await rest('PUT', `${channel}/thread-members/${userId}`)
        model.inThread.add(stranger)
        return
      }
      await rest('PUT', `${channel}/permissions/${userId}`, {
        type: 1,
        allow: String((1n << 10n) | (1n << 11n)),
        deny: '0',
      })
      model.letIn.add(stranger)
  }
}

async function arrive(stage: Stage, model: Model, step: Step & { kind: 'leave' | 'join' | 'role' }): Promise<void> {
  const { who } = step
  const isPresent = model.present.has(who)
  if (step.kind === 'leave' && isPresent) {
    await stage.leave(who, step.how)
    leave(model, who)
  }
  if (step.kind === 'join' && !isPresent) {
    stage.join(who)
    join(model, who)
  }
  if (step.kind === 'role' && isPresent) {
    const turn = model.roles.get(who)?.has(step.role) ? takeRole : giveRole
    turn(model, who, step.role)
    await stage.setRoles(who, model.roles.get(who) ?? [])
  }
}

/** Takes a step in the real ticket and in the model, with everything that follows, and checks what is said. */
export async function take(stage: Stage, ticket: Ticket, model: Model, step: Step): Promise<void> {
  await act(stage, ticket, model, step)
  happen(model)
}

async function act(stage: Stage, ticket: Ticket, model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'command':
      return command(stage, ticket, model, step)
    case 'say':
      return speak(stage, ticket, model, step)
    case 'press':
      return press(stage, ticket, model, step)
    case 'answer':
      return answer(stage, ticket, model, step)
    case 'pass':
      pass(model, step.minutes)
      return stage.pass(step.minutes)
    case 'leave':
    case 'join':
    case 'role':
      return arrive(stage, model, step)
    case 'by hand':
      return byHand(stage, ticket, model, step)
    case 'panel':
      model.visibility[model.panel] = step.visibility
      return stage.save(model.panel, { claim_visibility: step.visibility })
    case 'restart':
      return stage.harness.restart()
  }
}
