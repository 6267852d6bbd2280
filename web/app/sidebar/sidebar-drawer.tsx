import type { GuildCard } from '#kernel/contract.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { useUIState } from '../ui-state.tsx'
import { Sidebar } from './sidebar.tsx'

/** The sidebar over the page, where there is no room beside it. */
export function SidebarDrawer({ guild }: { guild: GuildCard }) {
  const { menuOpen, setMenu } = useUIState()
  return (
    <Drawer open={menuOpen} onOpenChange={setMenu} title="Server navigation">
      <Sidebar guild={guild} />
    </Drawer>
  )
}
