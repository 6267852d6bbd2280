import { ChannelType } from 'discord-api-types/v10'
import { expect } from 'vitest'
import { guestsOf, type Ticket } from '#features/tickets/life/rows.ts'
import { transcriptFor } from '#features/tickets/transcripts/rows.ts'
import { permissionsIn } from '#sandbox/world/guard.ts'
import { has, permission } from '#sandbox/world/permissions.ts'
import { textOf } from '../member.ts'
import { buttonsOf } from '../tickets.ts'
import { type Login, logins } from './participants.ts'
import { messagesOf, type Stage } from './stage.ts'
import { isThread, type Model, rights } from './state-machine.ts'

const loginFor = ({ harness }: Stage, id: string | null) =>
  id === null ? null : (logins.find(login => harness.as(login).userId === id) ?? id)

/** What somebody may do in a channel according to Discord. */
function standing({ harness }: Stage, channelId: string, login: Login): ReturnType<typeof rights> {
  const { context } = harness.sandbox
  const granted = permissionsIn(context, harness.as(login).userId, channelId)
  if (!has(granted, permission.ViewChannel)) return 'nothing'
  const channel = context.world.channels.get(channelId)?.channel
  if (channel?.type !== ChannelType.PrivateThread) return has(granted, permission.SendMessages) ? 'writes' : 'sees'
  const isLocked = channel.thread_metadata?.locked === true && !has(granted, permission.ManageThreads)
  return has(granted, permission.SendMessagesInThreads) && !isLocked ? 'writes' : 'sees'
}

/** A ticket as it is stored and as Discord shows it. */
function found(stage: Stage, ticket: Ticket) {
  const row = stage.now(ticket)
  const { harness, categories } = stage
  const { state } = row
  const held = harness.sandbox.context.world.channels.get(row.channelId ?? '')?.channel
  if (state === 'deleted')
    return {
      state,
      isThere: held !== undefined,
      hasTranscript: transcriptFor(harness.product.services, row) !== undefined,
    }
  if (!held || !('parent_id' in held)) throw new Error('no channel')
  const messages = messagesOf(stage, row)
  const opening = messages.find(({ id }) => id === row.openMessageId)
  const [place = null] = Object.entries(categories).find(([, id]) => id === held.parent_id) ?? []
  return {
    state,
    panel: row.panelId,
    claimedBy: loginFor(stage, row.claimedById),
    guests: guestsOf(harness.product.services, row).map(({ targetId }) => loginFor(stage, targetId)),
    priority: row.priority,
    asked: row.closeRequestedAt !== null,
    awaiting: row.awaiting,
    answered: row.firstResponseAt !== null,
    // Both are stored only once Discord has answered, and no time may pass before.
    warned: row.warnedAt !== null,
    overdueWarned: row.overdueWarnedAt !== null,
    deletes: row.deleteAt !== null,
    name: row.name,
    shownName: held.name,
    place: held.type === ChannelType.PrivateThread ? null : place,
    warnings: messages.filter(one => textOf(one).includes('This ticket closes')).length,
    opening: opening && buttonsOf(opening).map(({ label }) => label),
    closed: messages.filter(one => buttonsOf(one).some(({ label }) => label === 'Reopen')).length,
    rights: Object.fromEntries(logins.map(login => [login, standing(stage, row.channelId ?? '', login)])),
  }
}

/** The same values according to the model. */
function wanted(model: Model) {
  const { state, panel, claimedBy, guests, priority, asked, awaiting, answered, name, shownName, warnings } = model
  if (state === 'deleted') return { state, isThere: false, hasTranscript: true }
  return {
    state,
    panel,
    claimedBy,
    guests: [...guests],
    priority,
    asked,
    awaiting,
    answered,
    name,
    shownName,
    warnings,
    warned: model.warned !== null,
    overdueWarned: model.overdueWarned !== null,
    deletes: model.deletes !== null,
    place: isThread(model) ? null : (model.place ?? 'elsewhere'),
    opening: state === 'open' ? ['Close', claimedBy === null ? 'Claim' : 'Release'] : [],
    closed: state === 'closed' && !model.askedThere ? 1 : 0,
    rights: Object.fromEntries(logins.map(login => [login, rights(model, login)])),
  }
}

/** Waits until stored ticket and Discord match the model. */
export async function compare(stage: Stage, ticket: Ticket, model: Model): Promise<void> {
  await expect.poll(() => found(stage, ticket), { interval: 5 }).toEqual(wanted(model))
}
