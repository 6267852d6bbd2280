import { ChannelType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { awaitWhatIsDue } from '../scheduled-changes.ts'
import { sendMessage } from '../messages/send.ts'
import { timestamp } from '../time.ts'
import { startThread } from './create.ts'
import { deleteThread } from './delete.ts'
import { editThread } from './edit.ts'

const minutes = 60_000

function stage() {
  const demo = createDemoWorld()
  const owner = { userId: demo.idOf('owner') }
  const body = { name: 'talk', type: ChannelType.PublicThread, auto_archive_duration: 60 }
  const { channel } = startThread(demo.sandbox, owner, demo.channelIdByName('general'), body)
  const isArchived = () => 'thread_metadata' in channel && channel.thread_metadata?.archived
  demo.advance()
  demo.takeTypes()
  return { ...demo, owner, channel, isArchived, edit: (to: object) => editThread(demo.sandbox, owner, channel.id, to) }
}

test('a thread nobody writes in is archived, with an event and without an entry in the audit log', () => {
  const { advance, isArchived, dispatches, guildByName, channel, sandbox } = stage()
  const entries = guildByName('Tidewater Makers').auditLog.length
  advance(59 * minutes)
  expect(isArchived()).toBe(false)
  advance(minutes)
  expect(dispatches).toMatchObject([
    {
      type: 'THREAD_UPDATE',
      data: { id: channel.id, thread_metadata: { archived: true, archive_timestamp: timestamp(sandbox) } },
    },
  ])
  advance(minutes)
  expect(guildByName('Tidewater Makers').auditLog).toHaveLength(entries)
})

test.each<[string, (on: ReturnType<typeof stage>) => void]>([
  ['writing', ({ sandbox, owner, channel }) => void sendMessage(sandbox, owner.userId, channel.id, { content: 'hi' })],
  [
    'opening it again',
    ({ edit }) => {
      edit({ archived: true })
      edit({ archived: false })
    },
  ],
  [
    'another duration',
    ({ edit }) => {
      edit({ auto_archive_duration: 1440 })
      edit({ auto_archive_duration: 60 })
    },
  ],
])('%s gives a thread its whole time again', (_, act) => {
  const on = stage()
  on.advance(40 * minutes)
  act(on)
  on.advance(59 * minutes)
  expect(on.isArchived()).toBe(false)
  on.advance(minutes)
  expect(on.isArchived()).toBe(true)
  sendMessage(on.sandbox, on.owner.userId, on.channel.id, { content: 'awake' })
  on.advance(59 * minutes)
  expect(on.isArchived()).toBe(false)
  on.advance(minutes)
  expect(on.isArchived()).toBe(true)
})

test('renaming is no activity, and a deleted thread sends nothing', () => {
  const renamed = stage()
  renamed.advance(40 * minutes)
  renamed.edit({ name: 'other' })
  renamed.advance(20 * minutes)
  expect(renamed.isArchived()).toBe(true)
  const gone = stage()
  deleteThread(gone.sandbox, gone.owner, gone.channel.id)
  gone.advance()
  gone.takeTypes()
  gone.advance(120 * minutes)
  expect(gone.takeTypes()).toEqual([])
})

test('the threads of a seed are archived by the clock, counted from the start of the sandbox', () => {
  const { sandbox, advance } = createDemoWorld()
  const open = () =>
    [...sandbox.world.channels.values()].filter(
      ({ channel }) =>
        'thread_metadata' in channel && channel.thread_metadata !== undefined && !channel.thread_metadata.archived,
    ).length
  awaitWhatIsDue(sandbox)
  const before = open()
  expect(before).toBeGreaterThan(0)
  advance()
  expect(open()).toBe(before)
  advance(7 * 24 * 60 * minutes)
  expect(open()).toBe(0)
})
