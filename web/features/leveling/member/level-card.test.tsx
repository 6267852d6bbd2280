import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LevelCard, levelOf } from './level-card.tsx'

test('for somebody who has left, the stored level is shown without a rank', () => {
  const person = { guildId: '1', userId: '2', name: 'Mara' }
  const client = new QueryClient()
  const standing = { rank: null, level: 2, xp: 50, needed: 400, total: 150, messages: 7 }
  client.setQueryData(levelOf(person).queryKey, { standing })
  const card = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LevelCard {...person} />
    </QueryClientProvider>,
  ).replaceAll(/<[^>]+>/g, '')
  expect(card).toBe(
    'LevelLevel 2 50 of 400 XP150 XP in all, 7 messages. Kept for their return; until then they have no rank.',
  )
})
