import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DisabledReasonProvider } from './disabled-reason.tsx'
import { Button, IconButton } from './button.tsx'
import { TextButton } from './form/text-button.tsx'

test('a button with a reason why it cannot be pressed is disabled and shows it', () => {
  const disabled = renderToStaticMarkup(<Button why="Choose a server first.">Go on</Button>)
  expect(disabled).toContain('disabled=""')
  expect(disabled).toContain('title="Choose a server first."')
  const free = renderToStaticMarkup(<Button why={undefined}>Go on</Button>)
  expect(free).not.toMatch(/disabled|title/)
})

test('every kind of button without a reason of its own shows the surrounding one', () => {
  const drawn = renderToStaticMarkup(
    <DisabledReasonProvider why="You can look at this page, not change it.">
      <Button why>Go on</Button>
      <IconButton why label="Go on" icon={null} />
      <TextButton why>Go on</TextButton>
      <Button why="Choose a server first.">Go on</Button>
      <Button title="Ctrl+Enter">Go on</Button>
    </DisabledReasonProvider>,
  )
  expect([...drawn.matchAll(/title="(.*?)"/g)].map(([, title]) => title)).toEqual([
    ...Array<string>(3).fill('You can look at this page, not change it.'),
    'Choose a server first.',
    'Ctrl+Enter',
  ])
  expect(drawn.match(/disabled=""/g)).toHaveLength(4)
})
