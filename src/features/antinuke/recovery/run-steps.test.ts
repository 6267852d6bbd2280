import { expect, test } from 'vitest'
import { inOrder } from './run-steps.ts'
import type { Act } from './steps.ts'

const stored = (key: string, act: Act, after: readonly string[] = []) =>
  ({ id: 1, round: 1, key, act, after, state: 'todo', begunAt: null, problem: null }) as const

test('what most waits for comes first, settings before what there is time for, and the order of all last', () => {
  const edit = (kind: 'widget' | 'welcome' | 'channel') => ({ do: 'edit' as const, kind, id: '1', body: {} })
  const make = (kind: 'event' | 'channel' | 'webhook') => ({ do: 'create' as const, kind, id: '1', body: {} })
  const steps = [
    stored('order', { do: 'order-channels', moved: [], good: {} }),
    stored('event', make('event')),
    stored('welcome', edit('welcome')),
    stored('moved', edit('channel')),
    stored('widget', edit('widget')),
    stored('webhook', make('webhook'), ['room']),
    stored('room', make('channel'), ['category']),
    stored('category', make('channel')),
  ]
  expect(inOrder(steps).map(({ key }) => key)).toEqual([
    'category',
    'room',
    'widget',
    'webhook',
    'moved',
    'event',
    'welcome',
    'order',
  ])
})
