import { Accounts } from './accounts.tsx'
import { Channels } from './channels.tsx'
import { GuildSwitcher } from './guild-switcher.tsx'

export function LeftSide() {
  return (
    <aside className="stage-left" aria-label="Server and accounts">
      <GuildSwitcher />
      <Accounts />
      <Channels />
    </aside>
  )
}
