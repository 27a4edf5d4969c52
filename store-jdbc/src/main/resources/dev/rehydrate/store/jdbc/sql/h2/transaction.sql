-- Which transaction this is, once it has written something.
select transaction_id();
