import { expect, test } from 'vitest'
import greetings, { greetingOf, kinds, presetColours } from '#features/greetings/contract.ts'
import { colourPresets } from '#web/ui/form/colour-input.tsx'
import { channelWord, editedOf, fieldsOf, postedOf } from './posted.ts'

const own = greetings.settings.parse({})
const channel = (id: string, name: string, type = 0) => ({
  id,
  name,
  type,
  parentId: null,
  position: 0,
  botCanView: true,
  botCanSend: true,
})

test('what is shown becomes what is edited, with every field of the section', () => {
  for (const kind of kinds) {
    const ping = kind === 'welcome' ? own.welcome_ping : undefined
    const edited = editedOf(kind, { ...greetingOf(own, kind), ping })
    expect(Object.keys(edited).toSorted()).toEqual(Object.keys(fieldsOf(kind)).toSorted())
    expect(own).toMatchObject(edited)
  }
})

test('a section is posted as the specification has it', () => {
  const channels = [channel('1', 'arrivals'), channel('2', 'arrivals', 2)]
  const edited = {
    ...editedOf('farewell', greetingOf(own, 'farewell')),
    farewell_channel: '1',
    farewell_content: 'a\nb',
  }
  const posted = postedOf('farewell', edited, channels)
  expect(posted).toMatchObject({
    farewell_channel: '#arrivals',
    farewell_content: String.raw`a\nb`,
    farewell_type: 'both',
    farewell_embed_color: '#ED4245',
    farewell_embed_thumbnail: 'on',
  })
  expect(posted).not.toHaveProperty('farewell_enabled')
  expect(greetings.forms.farewell.body.safeParse(posted).success).toBe(true)
})

test('a channel that shares its name is posted by id, none as nothing', () => {
  const channels = [channel('1', 'twins'), channel('2', 'twins')]
  expect(channelWord('2', channels)).toBe('2')
  expect(channelWord(null, channels)).toBe('')
  expect(channelWord('9', channels)).toBe('9')
})

test('the colours that commands know by name are those the page offers', () => {
  expect(presetColours.map(({ value }) => value)).toEqual(colourPresets)
})
