import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { gone as words } from '#kit/deleted/template.ts'
import { ChannelPicker, ChannelsPicker, RolePicker, RolesPicker } from './guild-pickers.tsx'

const gone = '123456789012345678'
const none = () => {}

test('every picker marks a choice that no longer exists as deleted', () => {
  const pickers = {
    channel: <ChannelPicker label="Where" channels={[]} value={gone} onChange={none} />,
    channels: <ChannelsPicker label="Where" channels={[]} value={[gone]} onChange={none} />,
    role: <RolePicker label="Which" roles={[]} guildId="1" value={gone} onChange={none} />,
    roles: <RolesPicker label="Which" roles={[]} guildId="1" value={[gone]} onChange={none} />,
  }
  const { channel, role } = words
  const told = { channel, channels: channel, role, roles: role }
  for (const name of ['channel', 'channels', 'role', 'roles'] as const)
    expect(renderToStaticMarkup(pickers[name])).toContain(told[name])
})
