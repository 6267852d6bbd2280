import { CirclePlus, MessageCircle, Star } from 'lucide-react'
import { LinkButton } from '#web/app/link-button.tsx'
import { useOperator, useProductName } from '#web/app/queries.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Where to get help that the documentation did not give. */
export function MoreHelp() {
  const name = useProductName()
  const listing = useOperator()?.listingUrl
  return (
    <section className="more-help" aria-labelledby="more-help">
      <h2 id="more-help">Need More Help?</h2>
      <ul>
        <Card as="li" padded>
          <MessageCircle className="lucide icon-xl" aria-hidden />
          <h3>Support Server</h3>
          <p>Ask people who run {name} every day.</p>
          <LinkButton to="/contact" wide>
            Join Server
          </LinkButton>
        </Card>
        <Card as="li" padded>
          <Star className="lucide icon-xl" aria-hidden />
          <h3>Rate Us</h3>
          <p>
            {listing
              ? 'Tell others what works for your server.'
              : 'This copy is not listed anywhere it could be rated.'}
          </p>
          {listing ? (
            <ButtonAnchor wide href={listing} rel="noopener">
              Rate Bot
            </ButtonAnchor>
          ) : (
            <Button wide why="This copy is not listed anywhere it could be rated.">
              Rate Bot
            </Button>
          )}
        </Card>
        <Card as="li" padded>
          <CirclePlus className="lucide icon-xl" aria-hidden />
          <h3>Invite Bot</h3>
          <p>Add {name} to a server you manage.</p>
          <LinkButton to="/invite" wide>
            Invite Me
          </LinkButton>
        </Card>
      </ul>
    </section>
  )
}
