// Stands for a driver of cases that dies of the first one.
process.on("message", () => process.exit(7));
