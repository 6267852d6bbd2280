import type { MessageRow } from '#features/tickets/panels/template.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { Components } from '#web/ui/discord/components.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { asMessage } from './panel-view.ts'

/** The controls under a panel's message as Discord draws them. */
export const ButtonFaces = ({ preview, rows }: { preview: Preview; rows: MessageRow[] }) => (
  <LookupProvider value={preview.lookup}>
    <div className="panel-faces msgs discord" inert>
      <Components message={asMessage(preview, 'faces', { components: rows })} />
    </div>
  </LookupProvider>
)
