import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChannelPicker, ChannelsPicker, RolePicker, RolesPicker } from './guild-pickers.tsx'

const gone = '123456789012345678'
const none = () => {}

test('what is chosen and no longer exists is called deleted by every picker', () => {
  const pickers = {
    channel: <ChannelPicker label="Where" channels={[]} value={gone} onChange={none} />,
    channels: <ChannelsPicker label="Where" channels={[]} value={[gone]} onChange={none} />,
    role: <RolePicker label="Which" roles={[]} guildId="1" value={gone} onChange={none} />,
    roles: <RolesPicker label="Which" roles={[]} guildId="1" value={[gone]} onChange={none} />,
  }
  for (const [name, picker] of Object.entries(pickers))
    expect(renderToStaticMarkup(picker)).toContain(`A ${name.replace(/s$/, '')} that is gone`)
})
