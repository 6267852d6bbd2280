import { Plus } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'

/** The call to action above and below the features. */
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
