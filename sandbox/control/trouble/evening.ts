import { setTimeout as sleep } from 'node:timers/promises'
import { type APIMessage, ChannelType } from 'discord-api-types/v10'
import { applicationOf } from '../../demo/environment.ts'
import { guildOf } from '../../world/lookup.ts'
import { crowdForm, joinCrowd } from '../crowd.ts'
import { openChannelOf, presentMember } from '../members.ts'
import { Refusal, type Trouble, type TroubleScene } from '../trouble.ts'

/** Between two messages. */
const stepMs = 1500
/** How long to wait for a reaction of the bot (ms), whatever the pace of the script. */
const patienceMs = 60_000
const lookMs = 250

/**
 * The messages of the evening, in order: author, channel and text, with `@login` for a mention. A text that starts with
 * `bot ` is a command.
 */
const lines: readonly (readonly [login: string, channel: string, text: string])[] = [
  ['owner', 'mod-log', 'bot config set leveling on'],
  ['owner', 'mod-log', 'bot config set invites on'],
  ['member1', 'kiln-and-clay', 'Second firing is out. The celadon pooled exactly where I hoped it would not.'],
  ['member3', 'kiln-and-clay', 'That is a good pool, though. Keep the piece.'],
  ['member2', 'woodwork', 'Does anyone have a 25 mm Forstner bit I could borrow until Sunday?'],
  ['member5', 'woodwork', 'I do. It is on the wall above the bandsaw, left of the clamps.'],
  ['member2', 'woodwork', 'Found it, thank you. You saved my evening.'],
  ['member2', 'woodwork', 'bot rep give @member5'],
  ['member8', 'general', 'What time do the doors open for the swap?'],
  ['admin', 'general', 'Ten. If you can carry tables, half past nine.'],
  ['member6', 'general', 'Selling my old wheel, half price. Write to me in private, link in my profile.'],
  ['moderator', 'general', 'Dov, please ask one of us first. Rule 3.'],
  ['moderator', 'mod-log', 'bot warn @member6 Advertises in general without asking'],
  ['moderator', 'mod-log', 'bot note @member6 Knows the rule now, meant no harm'],
  ['member7', 'kiln-and-clay', 'My first bowl that holds water! It leans, but it holds.'],
  ['moderator', 'kiln-and-clay', 'They all lean at first. Well done.'],
  ['member7', 'kiln-and-clay', 'bot rep give @moderator'],
  ['member1', 'general', 'Kiln is free from eight tonight if anybody wants it.'],
  ['member1', 'general', 'bot rank'],
]

/** Which members bring how many new people, each by an invite of their own. */
const guests = [
  ['member1', 2],
  ['member5', 1],
] as const

const asks = 'member4'
const question = 'The booking sheet has me twice for Thursday. Could somebody take one of them out?'
const reply = 'Done, the later one is gone. Have a good Thursday.'

function channelNamed({ sandbox, guildId }: TroubleScene, name: string): string | undefined {
  return [...guildOf(sandbox.world, guildId).channelIds].find(
    id => sandbox.world.channels.get(id)?.channel.name === name,
  )
}

/** Returns Discord's answer, or false when the member is not allowed to do it; the evening goes on without it. */
const unlessRefused = (acting: Promise<unknown>): Promise<unknown> =>
  acting.catch((error: unknown) => {
    if (error instanceof Refusal) return false
    throw error
  })

/**
 * Sends a message as a member, if they may write there and the members they mention are present. @returns the message
 */
async function say(
  scene: TroubleScene,
  login: string,
  channelId: string | undefined,
  text: string,
): Promise<APIMessage | undefined> {
  const { sandbox, guildId, act } = scene
  const id = presentMember(sandbox, guildId, login)
  const named = [...text.matchAll(/@(\w+)/g)].map(([, name = '']) => presentMember(sandbox, guildId, name))
  if (id === undefined || named.includes(undefined)) return undefined
  const content = text
    .replaceAll(/@\w+/g, () => `<@${named.shift()}>`)
    .replace(/^bot /, `<@${applicationOf({ context: sandbox }).botUserId}> `)
  const place = channelId ?? openChannelOf(sandbox, guildId, id)
  const said = place !== undefined && (await unlessRefused(act(id, 'POST', `/channels/${place}/messages`, { content })))
  return said === false ? undefined : (said as APIMessage)
}

const newPeople = (count: number) => (count === 1 ? '1 new person' : `${count} new people`)

/** New people join by a member's invite. @returns how many */
async function bringGuests(scene: TroubleScene, login: string, count: number): Promise<number> {
  const { sandbox, guildId, act, pause } = scene
  const id = presentMember(sandbox, guildId, login)
  if (id === undefined) return 0
  const place = openChannelOf(sandbox, guildId, id)
  const invite =
    place !== undefined && (await unlessRefused(act(id, 'POST', `/channels/${place}/invites`, { unique: true })))
  if (invite === false) return 0
  const { code } = invite as { code: string }
  await pause(stepMs)
  for (let joined = 0; joined < count; joined += 1) {
    if (joinCrowd(sandbox, guildId, crowdForm.parse({ code })).refused !== null) return joined
    await pause(stepMs)
  }
  return count
}

/** Waits for what the bot does next; a bot that does not know the command does nothing. */
async function awaited<T>({ pause }: TroubleScene, find: () => T | undefined): Promise<T | undefined> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(lookMs)) {
    const found = find()
    if (found !== undefined) return found
    // Throws when the script was stopped, which ends the wait.
    await pause(0)
  }
  return undefined
}

interface Button {
  custom_id?: string
}
const buttonOf = ({ components = [] }: Pick<APIMessage, 'components'>): string | undefined =>
  components.flatMap(row => ('components' in row ? (row.components as Button[]) : [])).find(one => one.custom_id)
    ?.custom_id

/** The first button on one of the bot's messages among these. */
function offered({ sandbox }: TroubleScene, messages: Iterable<APIMessage>) {
  const { botUserId } = applicationOf({ context: sandbox })
  for (const message of messages) {
    const button = message.author.id === botUserId ? buttonOf(message) : undefined
    if (button !== undefined) return { message, button }
  }
  return undefined
}

/** Presses a button as a member. @returns whether they are allowed to */
async function press(
  scene: TroubleScene,
  userId: string,
  { message, button }: NonNullable<ReturnType<typeof offered>>,
): Promise<boolean> {
  const interaction = {
    type: 3,
    application_id: applicationOf({ context: scene.sandbox }).id,
    guild_id: scene.guildId,
    session_id: 'evening',
    channel_id: message.channel_id,
    message_id: message.id,
    data: { component_type: 2, custom_id: button },
  }
  return (await unlessRefused(scene.act(userId, 'POST', '/interactions', interaction))) !== false
}

/** A member opens a ticket and gets an answer. @returns whether they got one */
async function openTicket(scene: TroubleScene): Promise<boolean> {
  const { sandbox, guildId, pause } = scene
  const { world } = sandbox
  const place = channelNamed(scene, 'open-a-ticket')
  const asking = presentMember(sandbox, guildId, asks)
  if (place === undefined || asking === undefined) return false
  const panelThere = () => offered(scene, world.channels.get(place)?.messages.values() ?? [])
  if (!panelThere()) await say(scene, 'owner', channelNamed(scene, 'mod-log'), `bot ticket setup <#${place}>`)
  const panel = await awaited(scene, panelThere)
  if (!panel) return false
  const { channelIds } = guildOf(world, guildId)
  const before = new Set([...channelIds, ...world.ephemerals.keys()])
  if (!(await press(scene, asking, panel))) return false
  const answer = () => [...world.ephemerals].find(([id]) => !before.has(id))?.[1].message
  const isTicket = (id: string) => !before.has(id) && world.channels.get(id)?.channel.type === ChannelType.GuildText
  const ticketThere = () => [...channelIds].find(isTicket)
  // The bot may ask for confirmation first; an answer without a button is a refusal.
  const asked = await awaited(scene, () => ticketThere() ?? answer())
  if (typeof asked === 'object') {
    const confirmation = offered(scene, [asked])
    if (!confirmation) return false
    await pause(stepMs)
    if (!(await press(scene, asking, confirmation))) return false
  }
  const ticket = await awaited(scene, ticketThere)
  if (ticket === undefined) return false
  await pause(stepMs)
  await say(scene, asks, ticket, question)
  await pause(stepMs)
  return (await say(scene, 'admin', ticket, reply)) !== undefined
}

const evening: Trouble = {
  place: 8,
  title: 'An ordinary evening',
  sentence:
    'Members talk, three people join by invites, one is warned, a ticket is opened and answered. Levels and Invite Tracking are switched on.',
  page: 'dashboard',
  async run(scene) {
    const { world } = scene.sandbox
    let said = 0
    // Another bot may know none of the commands, so this waits only once for an answer.
    let isAnswering = true
    for (const [place, [login, channel, text]] of lines.entries()) {
      const message = await say(scene, login, channelNamed(scene, channel), text)
      if (message) said += 1
      if (message && text.startsWith('bot ') && isAnswering) {
        const isAnswer = (one: APIMessage) => one.message_reference?.message_id === message.id
        const answer = () => [...(world.channels.get(message.channel_id)?.messages.values() ?? [])].find(isAnswer)
        isAnswering = (await awaited(scene, answer)) !== undefined
      }
      scene.progress(`${place + 1} of ${lines.length} things said`)
      await scene.pause(stepMs)
    }
    let joined = 0
    for (const [login, count] of guests) {
      joined += await bringGuests(scene, login, count)
      scene.progress(`${newPeople(joined)} joined`)
    }
    const isAnswered = await openTicket(scene)
    scene.progress(
      `${said} things said, ${newPeople(joined)}, ${isAnswered ? 'a ticket opened and answered' : 'no ticket opened'}`,
    )
  },
}

export default evening
