import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button that says why it cannot be pressed is disabled and tells it', () => {
  const disabled = renderToStaticMarkup(<Button why="Choose a server first.">Go on</Button>)
  expect(disabled).toContain('disabled=""')
  expect(disabled).toContain('title="Choose a server first."')
  const free = renderToStaticMarkup(<Button why={undefined}>Go on</Button>)
  expect(free).not.toMatch(/disabled|title/)
})
