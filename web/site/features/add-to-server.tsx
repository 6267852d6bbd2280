import { Plus } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'

/** What to do next, where the features begin and where they end. */
export const AddToServer = () => (
  <>
    <LinkButton to="/invite" variant="primary" size="lg" icon={<Plus aria-hidden />}>
      Add to Server
    </LinkButton>
    <LinkButton to="/docs" size="lg">
      View Documentation
    </LinkButton>
  </>
)
