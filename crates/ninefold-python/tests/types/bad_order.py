import ninefold

ninefold.Puzzle(81 * ".").rate(order="hodoko")  # error: "hodoko"
