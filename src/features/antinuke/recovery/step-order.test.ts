import { expect, test } from 'vitest'
import { inOrder } from './step-order.ts'
import type { Act } from './steps.ts'

const stored = (key: string, act: Act, after: readonly string[] = []) =>
  ({ id: 1, round: 1, key, act, after, state: 'todo', begunAt: null, problem: null }) as const

test('steps that most others wait for come first, then those that name channels, then what can wait, and the order of all last', () => {
  const edit = (kind: 'widget' | 'rule' | 'welcome' | 'channel', body = {}) => ({
    do: 'edit' as const,
    kind,
    id: '1',
    body,
  })
  const make = (kind: 'event' | 'channel' | 'webhook') => ({ do: 'create' as const, kind, id: '1', body: {} })
  const steps = [
    stored('order', { do: 'order-channels', moved: [], good: {} }),
    stored('event', make('event')),
    stored('welcome', edit('welcome')),
    stored('moved', edit('channel')),
    stored('widget', edit('widget', { channel_id: '2' })),
    stored('exemptions', edit('rule', { exempt_channels: ['2'] })),
    stored('rule', edit('rule', { enabled: true, exempt_channels: ['2'] })),
    stored('webhook', make('webhook'), ['room']),
    stored('room', make('channel'), ['category']),
    stored('category', make('channel')),
  ]
  expect(inOrder(steps).map(({ key }) => key)).toEqual([
    'category',
    'room',
    'rule',
    'webhook',
    'moved',
    'widget',
    'exemptions',
    'event',
    'welcome',
    'order',
  ])
})
