import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Harness } from '../harness.ts'
import { createAutomations } from '../automations.ts'
import { answerWith, createCommands } from '../custom-commands.ts'
import { until } from '../until.ts'

const dayMs = 86_400_000
const side = 128

type Draw = (canvas: SKRSContext2D) => void
const disc = (canvas: SKRSContext2D, x: number, y: number, radius: number, color: string) => {
  canvas.fillStyle = color
  canvas.beginPath()
  canvas.arc(x, y, radius, 0, 2 * Math.PI)
  canvas.fill()
}
const shape = (canvas: SKRSContext2D, color: string, points: readonly (readonly [number, number])[]) => {
  canvas.fillStyle = color
  canvas.beginPath()
  for (const [x, y] of points) canvas.lineTo(x, y)
  canvas.fill()
}

/** Small pictures, with how often each was used in past weeks, oldest first. */
const emojis: Readonly<Record<string, { draw: Draw; weeks: readonly number[] }>> = {
  kiln: {
    weeks: [2, 3, 3, 5, 4, 6, 8, 7, 9, 8, 11, 12, 14],
    draw: canvas => {
      disc(canvas, 64, 64, 60, '#8d4a2f')
      disc(canvas, 64, 76, 34, '#2b1712')
      shape(canvas, '#f29a38', [
        [44, 96],
        [52, 62],
        [62, 80],
        [70, 48],
        [84, 96],
      ])
    },
  },
  bowl: {
    weeks: [1, 0, 2, 1, 3, 2, 4, 3, 3, 5, 4, 6, 5],
    draw: canvas => {
      disc(canvas, 64, 52, 56, '#3e7fa3')
      disc(canvas, 64, 44, 46, '#0f2431')
      shape(canvas, '#3e7fa3', [
        [40, 98],
        [88, 98],
        [96, 120],
        [32, 120],
      ])
    },
  },
  leaf: {
    weeks: [6, 5, 6, 4, 5, 3, 4, 3, 2, 3, 2, 2, 1],
    draw: canvas => {
      shape(canvas, '#4f9d5d', [
        [12, 116],
        [20, 44],
        [72, 12],
        [116, 12],
        [112, 64],
        [76, 108],
      ])
      shape(canvas, '#2f6b3b', [
        [12, 116],
        [92, 30],
        [98, 36],
        [20, 120],
      ])
    },
  },
  yarn: {
    weeks: [0, 0, 0, 1, 1, 0, 2, 1, 2, 2, 1, 3, 2],
    draw: canvas => {
      disc(canvas, 64, 64, 56, '#b3579c')
      for (const radius of [44, 32, 20]) {
        disc(canvas, 64, 64, radius, radius === 32 ? '#b3579c' : '#8d3c7a')
      }
    },
  },
  glaze: {
    weeks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    draw: canvas => {
      disc(canvas, 64, 82, 42, '#4fb3a8')
      shape(canvas, '#4fb3a8', [
        [64, 6],
        [100, 64],
        [28, 64],
      ])
    },
  },
}

/** Adds emojis that seem to have been there for a while. */
async function stagedEmojis(harness: Harness): Promise<void> {
  const { guildId, product } = harness
  const today = Math.floor(Date.now() / dayMs)
  const counted = product.services.db.$client.prepare(
    'INSERT INTO emoji_uses (guild_id, day, emoji_id, messages, reactions) VALUES (?, ?, ?, ?, ?)',
  )
  for (const [name, { draw, weeks }] of Object.entries(emojis)) {
    const canvas = createCanvas(side, side)
    draw(canvas.getContext('2d'))
    const image = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
    const { id } = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/emojis`, { name, image })
    for (const [at, uses] of weeks.entries())
      if (uses > 0) counted.run(guildId, today - 7 * (weeks.length - 1 - at), id, uses, Math.floor(uses / 3))
    await until('the emoji to be known', () => product.services.client.guilds.cache.get(guildId)?.emojis.cache.has(id))
  }
  product.services.db.$client
    .prepare('UPDATE emoji_counting SET since = ? WHERE guild_id = ?')
    .run(Date.now() - 89 * dayMs, guildId)
}

/** Creates commands, and has members use them. */
async function stagedCommands(harness: Harness): Promise<void> {
  const commands = await createCommands(harness)
  await commands.save({
    name: 'rules',
    description: 'The rules, in one place',
    text: 'Be kind, label your clay, and sweep before you go, {member.name}.',
  })
  await commands.save({
    name: 'firing',
    description: 'When the kiln is fired next',
    arguments: [{ name: 'glaze', required: false, fallback: 'cone 6' }],
    text: 'The next {1} firing is on Saturday at ten, {member.name}. Bring what is bone dry.',
  })
  await commands.save({
    name: 'shelf',
    description: 'Whose turn it is',
    answers: ['Row one', 'Row two', 'Row three'].map(row => answerWith(row)),
  })
  for (const [login, text] of [
    ['member1', '.rules'],
    ['member2', '.firing raku'],
    ['member3', '.firing'],
    ['member5', '.shelf'],
  ] as const)
    await commands.ask(login, text)
}

/** Creates an automation that some earlier messages would have started, and two more. */
async function stagedRules(harness: Harness): Promise<void> {
  const { guildId } = harness
  const general = harness.channel('general')
  const { id: market } = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, { name: 'market', type: 0 })
  await until('the channel to be known', () =>
    harness.product.services.client.guilds.cache.get(guildId)?.channels.cache.has(market),
  )
  for (const [login, text] of [
    ['member1', 'Glaze test came out of the kiln. Photos tonight.'],
    ['member2', 'Selling my old band saw, 80 euros, pick up'],
    ['member3', 'The blue glaze is for sale in the shop'],
    ['member5', 'Who has the key to the back room?'],
    ['member6', 'swap: two clamps for a marking gauge?'],
    ['member1', 'No swap meet this month, sorry all'],
  ] as const)
    await harness.as(login).say(general, text)
  const automations = await createAutomations(harness)
  await automations.on({
    name: 'Greet in the workshop',
    trigger: { kind: 'join' },
    actions: [{ kind: 'dm', text: 'Welcome to the workshop, {member.name}.' }],
  })
  await automations.save({
    name: 'Move sale offers',
    trigger: { kind: 'message', channels: [general] },
    conditions: [
      { kind: 'contains', words: ['selling', 'for sale', 'swap'] },
      { kind: 'length_from', count: 35 },
    ],
    actions: [
      { kind: 'copy', channel_id: market },
      { kind: 'delete' },
      { kind: 'dm', text: 'Hello {member.name}, offers live in the market. I have put yours there.' },
    ],
  })
}

export async function stagedAutomations(harness: Harness): Promise<void> {
  await stagedEmojis(harness)
  await stagedCommands(harness)
  await stagedRules(harness)
}
