import { type APIEmbed, MessageType } from 'discord-api-types/v10'

/** The demo's message history. Times are UTC; a channel is found by its name. */
export interface DemoMessage {
  channel: string
  login: string
  at: string
  text: string
  /** Who reacted, by emoji. */
  reactions?: Readonly<Record<string, readonly string[]>>
  embed?: APIEmbed
  /** The text of the earlier message of the channel that this one replies to. */
  replyTo?: string
  /** UserJoin for a join message, which has no text of its own. */
  type?: MessageType.Default | MessageType.UserJoin
}

export const tidewaterHistory: readonly DemoMessage[] = [
  {
    channel: 'rules',
    login: 'owner',
    at: '2024-02-10T09:00:00Z',
    text: '**House rules**\n1. Be kind. Everyone started with a crooked bowl.\n2. Show your own work, and say so when it is not.\n3. No advertising without asking a moderator first.\n4. What is said in the voice rooms stays in the voice rooms.',
  },
  {
    channel: 'announcements',
    login: 'owner',
    at: '2026-02-27T17:00:00Z',
    text: '**Spring swap, 21 March.** Bring one thing you made and one tool you no longer use. Doors open at ten.',
    reactions: { '🎉': ['admin', 'moderator', 'member1', 'member2', 'member3', 'member5', 'member8'] },
  },
  {
    channel: 'announcements',
    login: 'admin',
    at: '2026-03-10T08:30:00Z',
    text: 'The kiln is back from repair. Booking sheet is pinned in <#kiln-and-clay>.',
  },
  { channel: 'arrivals', login: 'member7', at: '2026-03-12T18:02:00Z', text: '', type: MessageType.UserJoin },
  {
    channel: 'arrivals',
    login: 'member7',
    at: '2026-03-12T18:04:00Z',
    text: 'Hi! I paint signs and want to learn to throw.',
  },
  {
    channel: 'arrivals',
    login: 'moderator',
    at: '2026-03-12T18:06:00Z',
    text: 'Welcome, Lumen. Tuesdays are open wheel.',
  },
  {
    channel: 'general',
    login: 'member2',
    at: '2026-03-14T13:58:00Z',
    text: 'Is anyone going to the timber yard this week?',
  },
  {
    channel: 'general',
    login: 'member3',
    at: '2026-03-14T14:02:00Z',
    text: 'Thursday after four. I have room for two and a long plank.',
  },
  { channel: 'general', login: 'member5', at: '2026-03-14T14:03:00Z', text: 'Count me in. I need ash for a stool.' },
  {
    channel: 'general',
    login: 'member1',
    at: '2026-03-14T14:31:00Z',
    text: 'Hello everyone. First glaze test came out of the kiln, photos tonight.',
    reactions: { '🔥': ['owner', 'moderator', 'member2', 'member7'], '👀': ['member3', 'member5'] },
  },
  {
    channel: 'general',
    login: 'owner',
    at: '2026-03-14T14:33:00Z',
    text: 'The celadon one? I have been waiting for that.',
  },
  {
    channel: 'general',
    login: 'member1',
    at: '2026-03-14T14:34:00Z',
    text: 'Yes, and a brown one that was meant to be blue.',
  },
  { channel: 'general', login: 'rogue', at: '2026-03-14T14:36:00Z', text: 'Brown is the new blue.' },
  {
    channel: 'kiln-and-clay',
    login: 'admin',
    at: '2026-03-10T08:28:00Z',
    text: 'Booking sheet for March: bisque on Mondays, glaze on Fridays.',
  },
  {
    channel: 'kiln-and-clay',
    login: 'tally',
    at: '2026-03-13T09:00:00Z',
    text: '',
    embed: {
      title: 'Firings in March',
      color: 0xb0_7a_4f,
      fields: [
        { name: 'Bisque', value: '2', inline: true },
        { name: 'Glaze', value: '1', inline: true },
        { name: 'Lost pots', value: '1', inline: true },
      ],
    },
  },
  {
    channel: 'kiln-and-clay',
    login: 'member7',
    at: '2026-03-13T10:11:00Z',
    text: 'What cone do you fire the speckled stoneware to?',
  },
  {
    channel: 'kiln-and-clay',
    login: 'member1',
    at: '2026-03-13T10:15:00Z',
    text: 'Cone 6, slow cooling. It crazes if you open early. Ask me how I know.',
    replyTo: 'What cone do you fire the speckled stoneware to?',
    reactions: { '🙏': ['member7'] },
  },
  {
    channel: 'woodwork',
    login: 'member3',
    at: '2026-03-11T19:20:00Z',
    text: 'Dovetail evening went well. Nobody bled on the good oak.',
  },
  {
    channel: 'woodwork',
    login: 'member8',
    at: '2026-03-11T19:24:00Z',
    text: 'I bled on the bad oak.',
    reactions: { '🩹': ['member3', 'member5', 'owner'] },
  },
  {
    channel: 'mod-log',
    login: 'moderator',
    at: '2026-03-09T21:00:00Z',
    text: 'Removed two crypto links from #general, same account, already gone.',
  },
  {
    channel: 'safety',
    login: 'owner',
    at: '2026-03-09T21:12:00Z',
    text: 'Thank you. Let us get proper automod before the swap.',
  },
]

export const readingRoomHistory: readonly DemoMessage[] = [
  {
    channel: 'this-month',
    login: 'admin',
    at: '2026-03-01T18:00:00Z',
    text: '**March: letters.** Any collection of them, real or invented. We meet on the 28th, in *Read aloud*.',
    reactions: { '📖': ['owner', 'member1', 'member2'] },
  },
  {
    channel: 'general',
    login: 'member2',
    at: '2026-03-08T20:40:00Z',
    text: 'Halfway through. Nobody told me the letters are all to a lighthouse.',
  },
  {
    channel: 'general',
    login: 'owner',
    at: '2026-03-08T20:46:00Z',
    text: '||Wait for the one that is answered.||',
    replyTo: 'Halfway through. Nobody told me the letters are all to a lighthouse.',
  },
  {
    channel: 'general',
    login: 'admin',
    at: '2026-03-12T09:15:00Z',
    text: 'Somebody posted three lottery links here overnight. We could use a bot for that.',
    reactions: { '👍': ['owner', 'member3'] },
  },
]

export const climbersHistory: readonly DemoMessage[] = [
  {
    channel: 'general',
    login: 'rogue',
    at: '2026-03-13T06:50:00Z',
    text: 'Dry until Sunday noon. Two seats left from the station at seven.',
  },
  { channel: 'general', login: 'member6', at: '2026-03-13T07:02:00Z', text: 'One of them is mine.' },
  {
    channel: 'routes',
    login: 'member4',
    at: '2026-03-10T17:30:00Z',
    text: '**North slab, 5c.** Bolts are fine up to the ledge, bring two slings for the top.',
    reactions: { '🧗': ['member5', 'member6'] },
  },
]
