ALTER TABLE `tickets` ADD `request_waits_since` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `waits_since` integer;