import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'

/** Replaces the composer for somebody who has not accepted the server's rules yet. */
export function Screening({ guildId }: { guildId: string }) {
  const { session, say } = useStage()
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      await session.rest.call('PUT', `/guilds/${guildId}/requests/@me`, { version: null, form_fields: [] })
    } catch (error) {
      say(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <div className="composer-place">
      <div className="composer composer-silent composer-screening">
        <span>You have to accept the rules of this server before you can talk.</span>
        <Button size="sm" variant="primary" busy={busy} onClick={() => void accept()}>
          Accept the rules
        </Button>
      </div>
    </div>
  )
}
