import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Listbox } from './listbox.tsx'

const none = [{ choices: [{ value: '', label: 'Any channel' }] }]
const why = 'This server has no channel of the required kind.'

test.each([undefined, 'Search channels'])('a list whose only entry clears the choice says why (%s)', search => {
  const drawn = (isBare: boolean) =>
    renderToStaticMarkup(
      <Listbox
        label="Channel"
        groups={none}
        selected={['']}
        search={search}
        empty={why}
        isBare={isBare}
        onChoose={() => undefined}
      />,
    )
  expect(drawn(true)).toContain('Any channel')
  expect(drawn(true)).toContain(why)
  expect(drawn(false)).not.toContain(why)
})
