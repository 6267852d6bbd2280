import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { OpenForDialog } from './open-for-dialog.tsx'

/** Opens a ticket for a member; shown to people who answer a panel. */
export function OpenForButton({ guildId, size = 'md' }: { guildId: string; size?: 'sm' | 'md' }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        Open a ticket
      </Button>
      {isOpen && <OpenForDialog guildId={guildId} onClose={() => setOpen(false)} />}
    </>
  )
}
