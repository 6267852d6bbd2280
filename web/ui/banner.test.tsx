import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Banner } from './banner.tsx'

const textOf = (title: string, more?: string) =>
  renderToStaticMarkup(
    <Banner tone="danger" title={title}>
      {more}
    </Banner>,
  )
    .replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '')
    .trim()

test('what happened and what it means are two sentences, however the first ends', () => {
  const kept = 'Your changes are still here.'
  expect(textOf('Please select a channel', kept)).toBe('Please select a channel. Your changes are still here.')
  expect(textOf('Nothing was put back.', kept)).toBe('Nothing was put back. Your changes are still here.')
  expect(textOf('What now?', kept)).toBe('What now? Your changes are still here.')
})

test('a message from the specification stays as it is if it is alone', () => {
  expect(textOf('Settings saved successfully!')).toBe('Settings saved successfully!')
  expect(textOf('Please select a channel')).toBe('Please select a channel')
})
