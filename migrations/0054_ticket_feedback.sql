ALTER TABLE `tickets` ADD `feedback_refused_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `asked_here_until` integer;