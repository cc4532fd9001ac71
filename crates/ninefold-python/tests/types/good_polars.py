import polars

import ninefold

frame = polars.DataFrame({"puzzle": ["1.34341221434321"]})
rated: polars.DataFrame = ninefold.rate_many(frame, order="se", time_limit=1.0)
print(rated.columns, ninefold.generate_many(3, level="hard").to_polars().height)
