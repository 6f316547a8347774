"""Runs the migrations on the connection that the store hands over (tefuda.server.store)."""

from alembic import context

from tefuda.server.store import metadata

# SQLite can undo changes of tables in a transaction, and the store opens one.
context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
