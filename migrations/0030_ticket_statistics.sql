DROP INDEX `ticket_events_at`;--> statement-breakpoint
CREATE INDEX `ticket_events_kind` ON `ticket_events` (`guild_id`,`kind`,`at`);--> statement-breakpoint
CREATE INDEX `tickets_opened_at` ON `tickets` (`guild_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `tickets_first_response_at` ON `tickets` (`guild_id`,`first_response_at`);--> statement-breakpoint
CREATE INDEX `tickets_closed_at` ON `tickets` (`guild_id`,`closed_at`);--> statement-breakpoint
CREATE INDEX `tickets_rated_at` ON `tickets` (`guild_id`,`rated_at`);