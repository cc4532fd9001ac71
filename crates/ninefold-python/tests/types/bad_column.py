import ninefold

ninefold.check_many(7)  # error: check_many
