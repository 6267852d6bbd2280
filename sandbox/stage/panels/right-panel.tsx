import { Tabs } from '#web/ui/tabs.tsx'
import { AuditLog } from './audit-log.tsx'
import { Members } from './members.tsx'
import { TroublePanel } from './trouble.tsx'
import './panels.css'

/** Beside the chat: trouble, members and audit log. On a phone the bottom bar switches between them. */
export function RightPanel({ tab, onTab }: { tab: string; onTab(tab: string): void }) {
  return (
    <section className="stage-right" aria-label="Trouble, members and audit log">
      <Tabs
        label="Beside the chat"
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'trouble', label: 'Trouble', content: <TroublePanel /> },
          { value: 'members', label: 'Members', content: <Members /> },
          { value: 'audit', label: 'Audit log', content: <AuditLog /> },
        ]}
      />
    </section>
  )
}
