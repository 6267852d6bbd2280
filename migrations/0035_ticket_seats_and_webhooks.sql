CREATE TABLE `ticket_former_panels` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`seats` text NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `ticket_webhooks` (
	`guild_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`mark` text NOT NULL,
	`token` text NOT NULL,
	PRIMARY KEY(`guild_id`, `webhook_id`, `mark`)
);
