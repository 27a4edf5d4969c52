-- Which process of the server serves this session.
select pg_backend_pid();
