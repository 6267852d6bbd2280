import { Accounts } from './accounts.tsx'
import { Channels } from './channels.tsx'
import { GuildSwitcher } from './guild-switcher.tsx'
import './side.css'

export function LeftSide() {
  return (
    <div className="stage-left">
      <GuildSwitcher />
      <Accounts />
      <Channels />
    </div>
  )
}
